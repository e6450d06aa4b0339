import { expect } from 'chai';
import { presentPayment } from '../../src/payments/present-payment.js';
import type { Reason } from '../../src/payments/reasons.js';
import { aPayment } from './a-payment.js';

describe('the sentence about a payment that has failed', () => {
  const CASES: [reason: Reason, card: string, debit: string][] = [
    ['insufficient_funds', 'The card has insufficient funds', 'The account has insufficient funds'],
    ['expired_card', 'The card has expired', 'The payment was declined'],
    ['incorrect_cvv', 'The security code is incorrect', 'The payment was declined'],
    ['do_not_honor', 'The payment was declined', 'The payment was declined'],
    ['gateway_error', 'The payment could not be processed', 'The payment could not be processed'],
  ];
  for (const [reason, card, debit] of CASES)
    it(`names a card where there was one (${reason})`, () => {
      const presented = (method: string) => presentPayment(aPayment({ method, reason, status: 'failed' }));
      expect(presented('card')).to.include({ reason, message: card });
      expect(presented('sepa')).to.include({ reason, message: debit });
    });
});
