import { createHash } from 'node:crypto';
import { config } from '../../../config/index.js';
import { logger } from '../../telemetry/logger.js';
import { DAY_MS } from '../../time.js';
import type { Charged } from '../charge.js';
import type { Ledger } from '../ledger.js';
import type { DisputeRecord, SeenDispute } from './dispute.js';

/** How long the merchant side may answer the bank. */
const RESPOND_MS = 7 * DAY_MS;
const NEWS = () => ({ at: Date.now(), tries: 0 });

/** The dispute is over, or there is no such one: nothing happens. */
export class DisputeClosed extends Error {
  constructor() {
    super('There is no open dispute with this id');
  }
}

/**
 * The customer of a charge is going to dispute it. On file before the charge is, under an id that follows from the
 * charge's key: a process that dies between the two leaves one that comes to nothing, and no charge without its dispute.
 */
export function planDispute(ledger: Ledger, charge: Charged, callbackUrl: string | undefined): void {
  const { key: of, reference, amount, currency, settledAt } = charge;
  ledger.disputes.save({
    kind: 'dispute',
    key: `dp_${createHash('sha256').update(of).digest('base64url').slice(0, 16)}`,
    reference,
    charge: of,
    amount,
    currency,
    reason: 'fraudulent',
    state: { status: 'due', at: settledAt + config.sandbox.disputeDelay * 1000 },
    callbackUrl: callbackUrl ?? '',
    callback: null,
  });
}

function note(ledger: Ledger, record: DisputeRecord): DisputeRecord {
  const { key, reference, amount, state } = record;
  logger.info('dispute.moved', { key, reference, amount, status: state.status });
  return ledger.disputes.save({ ...record, callback: record.callbackUrl === '' ? null : NEWS() });
}

/** Opens what is due by `now`, over what has not gone back yet. */
export function openDue(ledger: Ledger, now = Date.now()): void {
  const { disputes, refunds } = ledger;
  for (let record = disputes.takeDue(now); record; record = disputes.takeDue(now)) {
    const came = ledger.settledOf(record.charge)?.amount ?? 0;
    const amount = came - refunds.takenOf(record.charge);
    if (amount <= 0) disputes.save({ ...record, state: { status: 'dropped' } });
    else note(ledger, { ...record, amount, state: { status: 'open', openedAt: now, respondBy: now + RESPOND_MS } });
  }
}

/**
 * The bank decides. What is lost goes back to the customer.
 * @throws {DisputeClosed}
 */
export function closeDispute(ledger: Ledger, id: string, status: 'won' | 'lost'): SeenDispute {
  const record = ledger.disputes.find(id);
  if (record?.state.status !== 'open') throw new DisputeClosed();
  const state = { ...record.state, status, closedAt: Date.now() };
  return { ...note(ledger, { ...record, state }), state };
}
