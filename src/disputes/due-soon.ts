import type { Filter } from '../database/driver.js';
import { COUNT_LIMIT } from '../database/read-limit.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { DAY_MS } from '../time.js';
import type { Mode } from '../vocabulary.js';

/** A person is alerted when a bank waits for its answer for no longer than this. */
const SOON_MS = 2 * DAY_MS;

/** Payments with an open dispute that the bank wants an answer to within two days, or has wanted one to. */
export const dueSoonAt = (now: Date): Filter<PaymentRecord> => ({
  'disputes.state': { $exists: true, $eq: 'open' }, // ADR 12
  disputes: { $elemMatch: { state: 'open', respondBy: { $lte: new Date(now.getTime() + SOON_MS) } } },
});

/** The same of one dispute as it is presented. */
export const isDueSoon = ({ state, respond_by }: { state: string; respond_by: string | null }): boolean =>
  state === 'open' && respond_by !== null && Date.parse(respond_by) <= Date.now() + SOON_MS;

/** How many such payments of a mode there are at this moment; no more than COUNT_LIMIT. */
export const countDueSoon = (mode: Mode): Promise<number> =>
  payments.countDocuments({ ...dueSoonAt(new Date()), mode }, COUNT_LIMIT);
