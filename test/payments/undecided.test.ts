import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { countUndecided } from '../../src/payments/undecided.js';
import { oldestPending } from '../../src/refunds/oldest-pending.js';
import { DAY_MS } from '../../src/time.js';
import { aMoneyReview, aProof, aUpiPayment } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { aPayment } from './a-payment.js';
import { KeptPayments } from './kept-payments.js';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe('what a gateway leaves open', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(() => kept.remove());

  const begun = (days: number, overrides: Partial<PaymentRecord>): PaymentRecord =>
    aPayment({ createdAt: daysAgo(days), updatedAt: daysAgo(days), ...overrides });
  const ordered = (days: number, expired: number, overrides: Partial<PaymentRecord> = {}): PaymentRecord => {
    const local = { expiresAt: daysAgo(expired), pollCount: 9, lateMoney: 'accept' } as const;
    return aUpiPayment({ createdAt: daysAgo(days), updatedAt: daysAgo(days), local, ...overrides });
  };
  const threeDs = (expired: number) =>
    ({ policy: 'required', pollCount: 9, expiresAt: daysAgo(expired) }) as const satisfies PaymentRecord['threeDs'];

  const CASES: [words: string, payment: () => PaymentRecord, isCounted: boolean][] = [
    ['a card without an answer since yesterday', () => begun(1.1, { status: 'unresolved' }), true],
    ['a card without an answer for some hours', () => begun(0.9, { status: 'unresolved' }), false],
    [
      'a card that was entered lately, on an old link',
      () => begun(5, { status: 'unresolved', updatedAt: daysAgo(0.1) }),
      false,
    ],
    ['a challenge that is long over', () => begun(2, { status: 'challenged', threeDs: threeDs(1.9) }), true],
    ['a challenge that may take days', () => begun(2, { status: 'challenged', threeDs: threeDs(-3) }), false],
    ['an order whose time is long over', () => ordered(1.2, 1.1), true],
    ['an order whose time is over for some hours', () => ordered(2, 0.5), false],
    ['a debit that the bank has', () => ordered(9, -5, { method: 'sepa', status: 'awaiting_debit' }), false],
    ['an order whose proof a person looks at', () => ordered(2, 1.9, { proof: aProof() }), false],
    ['an order whose proof was refused', () => ordered(2, 1.9, { proof: aProof({ status: 'rejected' }) }), true],
    ['money that a person judges', () => ordered(2, 1.9, { review: aMoneyReview() }), false],
    ['what has failed', () => begun(2, { status: 'failed' }), false],
    ['a link that nobody has used', () => begun(2, { status: 'checkout_open' }), false],
  ];
  for (const [words, make, isCounted] of CASES)
    it(`${isCounted ? 'counts' : 'does not count'} ${words}`, async () => {
      const before = [await countUndecided('live'), await countUndecided('test')];
      await kept.save({ ...make(), mode: 'live' });
      const added = isCounted ? 1 : 0;
      expect([await countUndecided('live'), await countUndecided('test')]).to.deep.equal([
        (before[0] ?? 0) + added,
        before[1],
      ]);
    });

  it('says when the oldest refund that is pending was asked for, of each mode', async () => {
    const refundsOf = (...refunds: [days: number, status: 'processing' | 'unresolved' | 'succeeded' | 'failed'][]) => {
      const payment = aPaidPayment({ mode: 'live' });
      const made = refunds.map(([days, status], index) =>
        aRefund(payment._id, index + 1, { createdAt: daysAgo(days), status }),
      );
      return kept.save({ ...payment, refunds: made });
    };
    expect(await oldestPending('live')).to.equal(null);
    const ofTest = await oldestPending('test');
    await refundsOf([9, 'succeeded'], [8, 'failed']);
    expect(await oldestPending('live')).to.equal(null);
    await refundsOf([7, 'succeeded'], [2, 'unresolved']);
    const { refunds: [, oldest] = [] } = await refundsOf([6, 'failed'], [4, 'processing'], [3, 'unresolved']);
    expect(await oldestPending('live')).to.deep.equal(oldest?.createdAt);
    expect(await oldestPending('test')).to.deep.equal(ofTest);
  });
});
