import { expect } from 'chai';
import { config } from '../../config/index.js';
import { inSeconds } from '../../src/time.js';
import { newAttempt } from '../../src/payments/attempts.js';
import type { MoneyReview } from '../../src/payments/payment-parts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { answeredByNews, forLookUp } from '../../src/payments/not-told.js';
import { aDispute } from '../disputes/a-dispute.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import { aPayment } from './a-payment.js';

const account = knownAdyenAccount();
const [EARLY, LATE] = [config.newsOverdue - 60, config.newsOverdue + 60];

/** A card payment that Adyen was asked for so many seconds ago. */
function asked(ago: number, overrides: Partial<PaymentRecord> = {}): PaymentRecord {
  const payment = aPayment({ status: 'unresolved', account, ...overrides });
  return { ...payment, attempts: [{ ...newAttempt(payment._id, 1, payment.account), startedAt: inSeconds(-ago) }] };
}

/** A debit that Adyen was asked for then, which may have said how it calls it. */
function debited(ago: number, { debit, left = 60 }: { debit?: string; left?: number }): PaymentRecord {
  const given = { reference: 'M1', iban: 'DE89 … 3000', holder: 'Ada', text: 'yes', address: '203.0.113.1' };
  const mandate = { ...given, acceptedAt: inSeconds(-ago), ...(debit !== undefined && { debit }) };
  const local = { expiresAt: inSeconds(left), pollCount: 9, lateMoney: 'accept', mandate } as const;
  return asked(ago, { method: 'sepa', status: 'awaiting_debit', local });
}

/** The same, of which Adyen has told that the bank has sent it back, and nothing else. */
function sentBack(ago: number): PaymentRecord {
  const payment = debited(ago, { debit: 'psp-1' });
  return { ...payment, toldDisputes: [{ ...aDispute({ stage: 'chargeback' }), trx: payment._id }] };
}

/** The same, as earlier versions have recorded it. */
const sentBackBefore = (ago: number): PaymentRecord => ({
  ...debited(ago, { debit: 'psp-1' }),
  disputes: [aDispute({ state: 'lost', stage: 'chargeback' })],
});

const review: MoneyReview = {
  kind: 'not_told',
  openedAt: new Date(),
  amount: 0,
  currency: 'EUR',
  reference: 'c0ffeen1',
};

describe('a payment of which its gateway has told nothing', () => {
  const CASES: [words: string, payment: () => PaymentRecord, isForLookUp: boolean][] = [
    ['a card, not yet for NEWS_OVERDUE', () => asked(EARLY), false],
    ['a card, for longer', () => asked(LATE), true],
    ['a challenge, for longer', () => asked(LATE, { status: 'challenged' }), true],
    ['a card that a person looks at already', () => asked(LATE, { review }), false],
    ['a card that has ended', () => asked(LATE, { status: 'failed' }), false],
    ['a card at a gateway that can be asked', () => asked(LATE, { account: 'sandbox-card' }), false],
    ['a debit without an answer, not yet', () => debited(EARLY, {}), false],
    ['a debit without an answer, for longer', () => debited(LATE, {}), true],
    ['a debit that the banks have', () => debited(LATE, { debit: 'psp-1' }), false],
    ['a debit that a bank has sent back, not yet', () => sentBack(EARLY), false],
    ['a debit that a bank has sent back, for longer', () => sentBack(LATE), true],
    ['the same of an earlier version', () => sentBackBefore(LATE), true],
    ['a debit that the banks have had too long', () => debited(LATE, { debit: 'psp-1', left: -60 }), true],
  ];
  for (const [words, make, isForLookUp] of CASES)
    it(`${isForLookUp ? 'goes' : 'does not go'} before a person: ${words}`, () => {
      const payment = make();
      const changes = forLookUp(payment);
      expect(changes.review?.kind).to.equal(isForLookUp ? 'not_told' : undefined);
      if (!isForLookUp) return;
      expect(changes.review).to.include({ amount: 0, currency: 'EUR' });
      expect(changes.review?.reference).to.equal(`${payment._id.replaceAll('-', '')}n1`);
    });

  it('is no matter for a person any more once the gateway has told', () => {
    const told = (event: 'authorized' | 'declined') => answeredByNews(asked(LATE, { review }), event).review;
    expect(told('authorized')).to.include({ kind: 'not_told', decision: 'accept' });
    expect(told('declined')).to.include({ kind: 'not_told', decision: 'reject' });
    const late = { ...review, kind: 'late_money' } as const;
    expect(answeredByNews(asked(LATE, { review: late }), 'declined')).to.deep.equal({});
  });
});
