import type { CardAuthorization } from '../../src/connectors/card.js';

/** What no log, file or error may ever hold, beside the card's number. A port, which errors name, does not begin with 0. */
export const TEST_CVV = '0317';

/** A request to authorize a card. */
export function authorization(number: string, changes: Partial<CardAuthorization> = {}): CardAuthorization {
  return {
    card: { number, cvv: TEST_CVV, expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' },
    threeDs: 'required',
    payer: { id: 'c0ffee', email: 'ada@example.com' },
    returnUrl: 'http://127.0.0.1:1/return',
    ...changes,
  };
}
