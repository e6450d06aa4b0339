import { logger } from '../../telemetry/logger.js';
import type { Callbacks, Told } from './callbacks.js';
import type { DueCallbacks } from './due-callbacks.js';

export type Sending<T extends Told> = Pick<Callbacks<T>, 'send' | 'hasRoom'>;

/** Sends the news that is due by `now`, ms since 1970, as far as there is room. */
export function tellDue<T extends Told>(due: DueCallbacks<T>, now: number, callbacks: Sending<T>): void {
  while (callbacks.hasRoom()) {
    const told = due.take(now);
    if (!told) break;
    callbacks.send(told).catch((error: unknown) => logger.error('callback.broke', { key: told.key, error }));
  }
}
