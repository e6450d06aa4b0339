import type { About } from '../about.js';
import type { CardResult } from '../card.js';
import { NotDecided } from '../connector.js';
import { moneyOf } from './attempt.js';
import { refusalOf } from './decline.js';
import { openIf, type Standing } from './standing.js';

const LEFT = { reason: 'authentication_cancelled', gatewayCode: 'USER_DROPPED' } as const;

/**
 * What an order for a card has come to. Cashfree gives the page of a challenge once. As long as that is open nothing is
 * decided; one whose page has reached nobody, so that no reference of it is known, can be passed by nobody.
 * @throws {NotDecided} while the customer or a bank is at it
 */
export function toCardResult(standing: Standing, { key, reference }: Pick<About, 'key' | 'reference'>): CardResult {
  switch (standing.is) {
    case 'paid':
      return { outcome: 'authorized', reference: String(standing.by.cf_payment_id), ...moneyOf(standing.by) };
    case 'failed': {
      const { cf_payment_id, error_details } = standing.by;
      const refusal = refusalOf(error_details);
      return { outcome: 'declined', ...refusal, reference: String(cf_payment_id), ...openIf(standing.open) };
    }
    case 'dropped':
      return { outcome: 'declined', ...LEFT, ...openIf(standing.open) };
    case 'untouched': {
      if (standing.open && reference !== undefined)
        throw new NotDecided(`The customer of ${key} is at the page of a bank`); // whether Cashfree lists that or not
      return { outcome: 'not_charged' };
    }
    case 'in_progress':
    case 'closing':
      throw new NotDecided(`A bank has not decided about ${key}`);
  }
}
