import { setTimeout as sleep } from 'node:timers/promises';
import { waitFrom } from '../../time.js';

/** Seconds between looks; the last one repeats. */
const WAITS = [0.5, 1, 2];

/**
 * The answer of a key whose first request is under way, asked for until it is there.
 * @throws AbortError when the time is over before
 */
export async function whileBusy<T>(
  ask: () => Promise<T>,
  isBusy: (said: T) => boolean,
  limit: AbortSignal,
): Promise<T> {
  for (let time = 0; ; time++) {
    await sleep(waitFrom(WAITS, time) * 1000, undefined, { signal: limit });
    const said = await ask();
    if (!isBusy(said)) return said;
  }
}
