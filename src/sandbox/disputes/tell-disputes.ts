import { logger } from '../../telemetry/logger.js';
import type { Ledger } from '../ledger.js';
import type { Callbacks } from '../orders/callbacks.js';
import type { DisputeRecord } from './dispute.js';
import { openDue } from './disputing.js';

/** Opens the disputes that are due by `now`, ms since 1970, and sends their news as far as there is room. */
export function doDueDisputes(ledger: Ledger, now: number, callbacks: Callbacks<DisputeRecord>): void {
  openDue(ledger, now);
  while (callbacks.hasRoom()) {
    const told = ledger.disputes.takeCallback(now);
    if (!told) break;
    callbacks.send(told).catch((error: unknown) => logger.error('callback.broke', { key: told.key, error }));
  }
}
