import { expect } from 'chai';
import { pageOf } from '../../src/checkout/page-of.js';
import { resultView } from '../../src/checkout/result-view.js';
import { writeAmount } from '../../src/language/format.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { MoneyReview } from '../../src/payments/payment-parts.js';
import { aPayment } from '../payments/a-payment.js';
import { aMoneyReview, aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { hosted } from './a-hosted-payment.js';

const refused = aMoneyReview({ decidedAt: new Date(), decision: 'reject' });

const refunds = (...each: Parameters<typeof aRefund>[2][]) => each.map((one, i) => aRefund('a-payment', i + 1, one));

/** What the page says of money that has gone back. */
const GONE_BACK: [what: string, payment: PaymentRecord, says: object][] = [
  ['nothing', aPaidPayment({}), { heading: 'Payment successful', titleWord: 'Paid', sentBack: undefined }],
  [
    'a part, beside a refund that is on its way and one that failed',
    aPaidPayment({ refunds: refunds({ status: 'succeeded' }, {}, { status: 'failed' }) }),
    { heading: 'Payment successful', titleWord: 'Paid', sentBack: '€10.00' },
  ],
  [
    'all of it, in parts',
    aPaidPayment({ refunds: refunds({ status: 'succeeded' }, { status: 'succeeded', amount: 3990 }) }),
    { ending: 'paid', heading: 'Payment refunded', titleWord: 'Refunded', sentBack: '€49.90' },
  ],
  [
    'money that an operator has refused',
    aUpiPayment({
      status: 'failed',
      reason: 'gateway_error',
      review: refused,
      refunds: refunds({ status: 'succeeded', amount: refused.amount, currency: refused.currency }),
    }),
    {
      ending: 'failed',
      heading: 'The payment has failed',
      sentBack: writeAmount(refused.amount, refused.currency, 'en'),
    },
  ],
];

/** What the page says of an end without success. */
const SAID: [what: string, payment: PaymentRecord, says: object][] = [
  [
    'a declined card',
    aPayment({ status: 'failed', reason: 'insufficient_funds' }),
    { ending: 'failed', noMoney: true, mayBeLate: false },
  ],
  [
    'a cancelled UPI payment',
    aUpiPayment({ status: 'cancelled', reason: 'cancelled_by_customer' }),
    { ending: 'cancelled', noMoney: true, mayBeLate: true },
  ],
  [
    'a wallet payment out of time',
    aWalletPayment({ status: 'cancelled', reason: 'expired' }),
    { ending: 'expired', noMoney: true, mayBeLate: true },
  ],
  [
    'a proof that was not accepted',
    aUpiPayment({ status: 'failed', reason: 'proof_rejected' }),
    { ending: 'failed', reason: 'The proof that was handed in did not show that the money was paid.', mayBeLate: true },
  ],
  [
    'money that an operator has refused, which came all the same',
    aUpiPayment({ status: 'failed', reason: 'gateway_error', review: refused }),
    { ending: 'failed', noMoney: false },
  ],
];

describe('the page of a hosted payment that has ended', () => {
  it('says when it was paid, whatever has become of it since', () => {
    const succeededAt = new Date('2026-11-21T13:05:00Z');
    const updatedAt = new Date('2026-11-28T09:00:00Z'); // a refund, or a dispute
    expect(resultView(hosted(aPayment({ status: 'succeeded', succeededAt, updatedAt })), 'en')).to.include({
      paidAt: succeededAt.toISOString(),
      at: '21 November 2026 at 13:05 UTC',
    });
  });

  for (const kind of ['late_money', 'amount_mismatch'] as const)
    it(`is that of one in process while a person judges what came after the end (${kind})`, () => {
      const ended = (review: Partial<MoneyReview>) =>
        hosted(aUpiPayment({ status: 'cancelled', reason: 'expired', review: aMoneyReview({ kind, ...review }) }));
      expect(pageOf(ended({}))).to.equal('processing');
      expect(pageOf(ended({ decidedAt: new Date(), decision: 'reject' }))).to.equal('result');
    });

  for (const [what, payment, says] of GONE_BACK)
    it(`says that ${what} has gone back`, () => {
      expect(resultView(hosted(payment), 'en')).to.include(says);
    });

  for (const [what, payment, says] of SAID)
    it(`says of ${what} why, and whether money was taken or may come late`, () => {
      expect(resultView(hosted(payment), 'en')).to.include(says);
    });
});
