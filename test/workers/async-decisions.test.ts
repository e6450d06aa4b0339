import { expect } from 'chai';
import { mock } from 'node:test';
import { config } from '../../config/index.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { AsyncPaymentResult } from '../../src/connectors/orders.js';
import { inSeconds } from '../../src/time.js';
import { newAttempt } from '../../src/payments/attempts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { AsyncPaymentWait } from '../../src/payments/async-payment-wait.js';
import { connectorOf } from '../../src/payments/connector-of.js';
import { decide as decideDebit } from '../../workers/debit-confirmation.js';
import { decide as decideLate } from '../../workers/late-confirmation.js';
import { decide as decideWaiting } from '../../workers/local-confirmation.js';
import type { Decide } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
import { aMoneyReview, aProof, aUpiPayment } from '../proofs/a-local-payment.js';

const PAID = { outcome: 'paid', reference: 'bank-2', amount: 49900, currency: 'INR' } as const;
const LESS = { ...PAID, amount: 100 } as const;
const WAITING = { outcome: 'waiting' } as const;
const REFUSED = { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'U30' } as const;

/** A UPI payment whose customer was shown what to pay with, and has so many seconds left. */
function waiting(secondsLeft: number, overrides: Partial<PaymentRecord> = {}, wait: Partial<AsyncPaymentWait> = {}) {
  const upi = { reference: 'up_1', pa: 'shop@bank', pn: 'Shop', apps: [] };
  const local = { expiresAt: inSeconds(secondsLeft), pollCount: 0, lateMoney: 'accept', upi, ...wait } as const;
  return aUpiPayment({ local, ...overrides });
}

/** The same whose merchant has asked for its end. */
function cancelAsked(secondsLeft: number): PaymentRecord {
  const payment = waiting(secondsLeft);
  return { ...payment, attempts: payment.attempts.map((attempt) => ({ ...attempt, cancelAsked: true })) };
}

/** The same after its end, so many seconds ago. */
function ended(seconds: number, overrides: Partial<PaymentRecord> = {}, wait: Partial<AsyncPaymentWait> = {}) {
  const at = inSeconds(-seconds);
  const step = { event: 'timed_out', from: 'awaiting_payment', to: 'cancelled', at, actor: 'test' } as const;
  return waiting(-seconds, { status: 'cancelled', reason: 'expired', history: [step], ...overrides }, wait);
}

const REVIEWED = { review: aMoneyReview() };
const LATE_MONEY = { review: aMoneyReview({ kind: 'late_money' }) };
const JUDGED = { review: aMoneyReview({ decidedAt: new Date(), decision: 'reject' }) };
const AFTER_WINDOW = config.lateMoney.window + 60;

const whenAsked = (at: Date | null): string => {
  if (!at) return 'asks no more';
  return at.getTime() > Date.now() ? 'asks again' : 'asks at once, and would for ever';
};

/** A direct debit that its bank has had for an hour. */
function debited(expiresIn: number): PaymentRecord {
  const startedAt = inSeconds(-3600);
  const given = { reference: 'M1', iban: 'DE89 … 3000', holder: 'Ada', text: 'yes', address: '203.0.113.1' };
  const mandate = { ...given, acceptedAt: startedAt, debit: 'or_1' };
  const payment = aUpiPayment({ method: 'sepa', status: 'awaiting_debit', account: 'sandbox-sepa' });
  return {
    ...payment,
    attempts: [{ ...newAttempt(payment._id, 1, 'sandbox-card'), startedAt }],
    local: { expiresAt: inSeconds(expiresIn), pollCount: 9, lateMoney: 'accept', mandate },
  };
}

/** What matters of a decision: the event, or when it asks again; and what it changes of reason, review and proof. */
async function decided(decide: Decide, payment: PaymentRecord, answer: AsyncPaymentResult | null) {
  const asked = payment.status === 'abandoned' ? 'cancelOrder' : 'fetchOrder';
  mock.method(connectorOf(payment, 'orders'), asked, async () => {
    if (!answer) throw new ConnectorError('no answer');
    return answer;
  });
  const { changes = {}, ...decision } = await decide(payment);
  const { reason, lateConfirmation, review, proof } = changes;
  return {
    then: 'event' in decision ? decision.event : whenAsked(decision.waitUntil),
    ...(reason !== undefined && { reason }),
    ...(lateConfirmation !== undefined && { lateConfirmation }),
    ...(review && { review: review.decision ?? review.kind }),
    ...(proof && { proof: proof.status }),
  };
}

type Case = [when: string, make: () => PaymentRecord, answer: AsyncPaymentResult | null, decision: object];

const AGAIN = { then: 'asks again' };
const SUCCESS = { then: 'confirmed', reason: null };
const LATE = { then: 'confirmed', reason: 'late_confirmation', lateConfirmation: true };

const IN_TIME: Case[] = [
  ['nothing has come', () => waiting(60), WAITING, AGAIN],
  ['nothing has come and its time is over', () => waiting(0), WAITING, { then: 'timed_out', reason: 'expired' }],
  ['its time is over while the customer is at it', () => waiting(0), { outcome: 'in_progress' }, AGAIN],
  ['its time is over and the gateway is silent', () => waiting(0), null, AGAIN],
  ['its time is over and a proof is under review', () => waiting(0, { proof: aProof() }), WAITING, AGAIN],
  ['it is refused', () => waiting(60), REFUSED, { then: 'refused', reason: 'do_not_honor' }],
  ['it is refused while a proof is under review', () => waiting(60, { proof: aProof() }), REFUSED, AGAIN],
  ['it is refused while money is under review', () => waiting(60, REVIEWED), REFUSED, AGAIN],
  [
    'the customer has cancelled',
    () => waiting(60),
    { outcome: 'cancelled' },
    { then: 'cancelled', reason: 'cancelled_by_customer' },
  ],
  [
    'it was closed by its merchant’s cancel, whose answer was lost',
    () => cancelAsked(60),
    { outcome: 'cancelled' },
    { then: 'cancelled', reason: 'cancelled_by_merchant' },
  ],
  ['its merchant’s cancel never reached the gateway', () => cancelAsked(60), WAITING, AGAIN],
  [
    'its time is over though its merchant has asked for the end',
    () => cancelAsked(0),
    WAITING,
    { then: 'timed_out', reason: 'expired' },
  ],
  [
    'its time is over at the gateway',
    () => waiting(0),
    { outcome: 'cancelled', expired: true },
    { then: 'cancelled', reason: 'expired' },
  ],
  [
    'it was closed at its end by somebody whose clock is ahead, and who was killed',
    () => waiting(60, {}, { askedAtEnd: true }),
    { outcome: 'cancelled' },
    { then: 'cancelled', reason: 'expired' },
  ],
  ['the money is there', () => waiting(60), PAID, SUCCESS],
  ['the money is there after a proof', () => waiting(60, { proof: aProof() }), PAID, { ...SUCCESS, proof: 'verified' }],
  ['the rest of the money is there', () => waiting(60, REVIEWED), PAID, { ...SUCCESS, review: 'accept' }],
  ['the money is there that an operator judges', () => waiting(60, LATE_MONEY), PAID, AGAIN],
  ['too little has come', () => waiting(60), LESS, { ...AGAIN, review: 'amount_mismatch' }],
  [
    'as much in another currency',
    () => waiting(60),
    { ...PAID, currency: 'BDT' },
    { ...AGAIN, review: 'amount_mismatch' },
  ],
  ['too little has come, as an operator knows', () => waiting(60, REVIEWED), LESS, AGAIN],
];

const DEBITS: Case[] = [
  ['nothing has come', () => debited(60), WAITING, AGAIN],
  ['nothing has come and banks take longer than ever', () => debited(-60), WAITING, AGAIN],
  ['the money is there', () => debited(60), PAID, SUCCESS],
  ['the bank has returned it', () => debited(60), REFUSED, { then: 'refused', reason: 'do_not_honor' }],
  [
    'the gateway has cancelled it, which no customer can',
    () => debited(60),
    { outcome: 'cancelled' },
    { then: 'refused', reason: 'gateway_error' },
  ],
];

const TOO_LATE: Case[] = [
  ['the money is there', () => ended(60), PAID, LATE],
  [
    'the money is there, for a cautious merchant',
    () => ended(60, {}, { lateMoney: 'review' }),
    PAID,
    { ...AGAIN, review: 'late_money' },
  ],
  ['too little has come', () => ended(60), LESS, { ...AGAIN, review: 'amount_mismatch' }],
  [
    'too little has come for an order that was abandoned',
    () => ended(60, { status: 'abandoned' }),
    LESS,
    { then: 'upi_opened', review: 'amount_mismatch' },
  ],
  [
    'too little has come for an order that was abandoned, of a method that was added',
    () => ended(60, { status: 'abandoned', method: 'voucher' }),
    LESS,
    { then: 'upi_opened', review: 'amount_mismatch' },
  ],
  [
    'the money is there, for a cautious merchant, and its order was abandoned',
    () => ended(60, { status: 'abandoned' }, { lateMoney: 'review' }),
    PAID,
    { then: 'upi_opened', review: 'late_money' },
  ],
  ['the money is there, as an operator knows', () => ended(60, REVIEWED), PAID, AGAIN],
  ['an operator has refused the money', () => ended(60, JUDGED), PAID, AGAIN],
  ['nothing has come', () => ended(60), WAITING, AGAIN],
  ['nothing has come and its order is closed', () => ended(60), { outcome: 'cancelled' }, AGAIN],
  ['nothing has come when the window is over', () => ended(AFTER_WINDOW), WAITING, { then: 'asks no more' }],
  ['the gateway is silent when the window is over', () => ended(AFTER_WINDOW), null, AGAIN],
];

for (const [whose, decide, cases] of [
  ['a UPI payment that waits', decideWaiting, IN_TIME],
  ['a direct debit that waits', decideDebit, DEBITS],
  ['a UPI payment that has ended', decideLate, TOO_LATE],
] as const)
  describe(`what is decided about ${whose}`, () => {
    afterEach(() => mock.restoreAll());

    for (const [when, make, answer, expected] of cases)
      it(`when ${when}`, async () => {
        let decision: object | undefined;
        await logLines(async () => (decision = await decided(decide, make(), answer)));
        expect(decision).to.deep.equal(expected);
      });
  });
