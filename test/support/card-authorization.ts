import { randomUUID } from 'node:crypto';
import type { CardAuthorization } from '../../src/connectors/card.js';

/** What no log, file or error may ever hold, beside the card's number. */
export const TEST_CVV = '8317';

/** A request for 49.90 EUR under a reference of its own. */
export function authorization(number: string, changes: Partial<CardAuthorization> = {}): CardAuthorization {
  return {
    reference: randomUUID(),
    amount: 4990,
    currency: 'EUR',
    card: { number, cvv: TEST_CVV, expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' },
    threeDs: 'required',
    returnUrl: 'http://127.0.0.1:1/return',
    ...changes,
  };
}
