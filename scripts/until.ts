import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until something is so, looking every so many milliseconds.
 * @param what for the error, when it is still not so after `deadline` milliseconds
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  deadline = 60_000,
  every = 10,
): Promise<void> {
  const end = Date.now() + deadline;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited ${deadline} ms in vain until ${what}`);
    await pause(every);
  }
}
