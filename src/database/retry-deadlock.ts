import { setTimeout as pause } from 'node:timers/promises';
import { isDeadlock } from './errors.js';

const MAX_TRIES = 20;

/** Does again what DocumentDB refuses when several clients do it at once; other servers let them wait (ADR 12). */
export async function retryDeadlock<T>(write: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDeadlock(error) || tries >= MAX_TRIES) throw error;
    await pause(Math.random() * 100);
    return retryDeadlock(write, tries + 1);
  }
}
