import type { AsyncPaymentResult } from '../orders.js';
import { moneyOf } from './attempt.js';
import { refusalOf } from './decline.js';
import { namesOf } from './names.js';
import { openIf, type Standing } from './standing.js';

/** What an order for UPI has come to. */
export function toOrderResult(standing: Standing): AsyncPaymentResult {
  switch (standing.is) {
    case 'paid':
      return { outcome: 'paid', reference: namesOf(standing.by, true).reference, ...moneyOf(standing.by) };
    case 'in_progress':
      return { outcome: 'in_progress' };
    case 'closing':
      return { outcome: standing.atBank ? 'in_progress' : 'waiting' };
    case 'failed':
      return { outcome: 'refused', ...refusalOf(standing.by.error_details), ...openIf(standing.open) };
    case 'dropped':
      return { outcome: 'cancelled', ...openIf(standing.open) };
    case 'untouched':
      if (standing.open) return { outcome: 'waiting' };
      return { outcome: 'cancelled', ...(standing.expired && { expired: true }) };
  }
}
