import type { SettledRecord } from '../connectors/ledger.js';
import { isAsAsked } from '../payments/as-asked.js';
import { currentAttempt } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import type { DiscrepancyKind } from './discrepancy.model.js';

/** What is read of a payment to compare it. */
export type ComparedPayment = Pick<
  PaymentRecord,
  '_id' | 'merchantId' | 'status' | 'account' | 'amounts' | 'attempts' | 'succeededAt'
>;

/** The outcomes whose reference names a movement. Before them it may name an order. */
const CONFIRMED = new Set(['authorized', 'paid']);

/** Whether this movement is the one that a payment which succeeded stands for. */
function isCounted({ key, reference }: SettledRecord, payment: ComparedPayment): boolean {
  const attempt = currentAttempt(payment);
  return attempt.key === key && (!CONFIRMED.has(attempt.outcome ?? '') || attempt.reference === reference);
}

/** How a movement at the gateway differs from the payment that it names; null: not at all. */
export function classify(record: SettledRecord, payment: ComparedPayment | undefined): DiscrepancyKind | null {
  if (payment?.status !== 'succeeded') return 'not_succeeded_here';
  if (!isCounted(record, payment)) return 'charged_twice';
  return isAsAsked(payment, record) ? null : 'amount_differs';
}
