import { logger } from '../../telemetry/logger.js';
import type { PendingCallback } from '../charge.js';
import { WAITS, type Poster } from '../poster.js';

const MOST_AT_ONCE = 256; // what is more waits on file, and not in its own timeout

/** What the merchant side is told of when it changes. */
export interface Told {
  key: string;
  callbackUrl: string;
  callback: PendingCallback | null;
  behaviours?: string[];
}

/** Where such things are kept. */
interface TellingBook<T extends Told> {
  findTold(key: string): T | undefined;
  save(record: NoInfer<T>): unknown;
  bodyOf(record: NoInfer<T>): { status: string };
}

/**
 * Tells the merchant side what its customers did. News stays with what it is about, on file, until it was taken or given up,
 * so a restart loses none; what changes meanwhile goes out as news of its own.
 * @param isOn whether callbacks are sent at all; those that come due meanwhile are dropped, as on a bad line
 */
export function createCallbacks<T extends Told>(book: TellingBook<T>, poster: Poster, isOn: () => boolean) {
  let underway = 0;
  let stopped = false;

  /** Writes down how it went, unless there is newer news or the process is stopping. */
  function conclude(told: T, taken: boolean): void {
    const latest = book.findTold(told.key);
    if (!latest || latest.callback !== told.callback || stopped) return;
    const tries = (told.callback?.tries ?? 0) + 1;
    const wait = WAITS[tries - 1];
    const goesOn = !taken && wait !== undefined;
    book.save({ ...latest, callback: goesOn ? { at: Date.now() + wait, tries } : null });
    logger.info(taken ? 'callback.taken' : goesOn ? 'callback.failed' : 'callback.given_up', {
      key: told.key,
      status: book.bodyOf(told).status,
      tries,
    });
  }

  return {
    hasRoom: () => underway < MOST_AT_ONCE,
    /** Sends the news now. */
    async send(this: void, told: T): Promise<void> {
      if (!isOn()) return void book.save({ ...told, callback: null });
      underway++;
      const taken = await poster.post(told.callbackUrl, book.bodyOf(told), told.behaviours);
      underway--;
      conclude(told, taken);
    },
    /** Drops what is underway, which stays on file. */
    stop(this: void): void {
      stopped = true;
    },
  };
}

export type Callbacks<T extends Told> = ReturnType<typeof createCallbacks<T>>;
