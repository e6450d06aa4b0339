import type { AsyncPaymentResult } from '../orders.js';
import { moneyOf, type Attempt } from './attempt.js';
import { refusalOf } from './decline.js';
import { openIf, type Standing } from './standing.js';

/** By which a payment over UPI is known to everybody: the bank's, its UTR; until there is one, Cashfree's. */
const upiReferenceOf = ({ bank_reference, cf_payment_id }: Attempt): string =>
  bank_reference ? bank_reference : String(cf_payment_id);

/** What an order for UPI has come to. */
export function toOrderResult(standing: Standing): AsyncPaymentResult {
  switch (standing.is) {
    case 'paid':
      return { outcome: 'paid', reference: upiReferenceOf(standing.by), ...moneyOf(standing.by) };
    case 'in_progress':
      return { outcome: 'in_progress' };
    case 'closing':
      return { outcome: 'waiting' };
    case 'failed':
      return { outcome: 'refused', ...refusalOf(standing.by.error_details), ...openIf(standing.open) };
    case 'dropped':
      return { outcome: 'cancelled', ...openIf(standing.open) };
    case 'untouched':
      if (standing.open) return { outcome: 'waiting' };
      return { outcome: 'cancelled', ...(standing.expired && { expired: true }) };
  }
}
