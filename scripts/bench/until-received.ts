import { setTimeout as delay } from 'node:timers/promises';
import type { AskedProcess } from './asked-process.js';
import type { Stats } from './load/receiver.js';

const LOOK_MS = 20;
const PATIENCE_MS = 300_000;

/** Waits until as many different notifications have arrived. @throws when they have not within so many milliseconds */
export async function untilReceived(receiver: AskedProcess, count: number, patienceMs = PATIENCE_MS): Promise<Stats> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const distinct = await receiver.ask<number>({ distinct: true }); // its figures cost it too much to ask for them now
    if (distinct >= count) return receiver.ask<Stats>({ stats: true });
    if (Date.now() > end) throw new Error(`Only ${distinct} of ${count} notifications have arrived`);
    await delay(LOOK_MS);
  }
}
