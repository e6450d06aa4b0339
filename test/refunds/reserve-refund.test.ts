import { expect } from 'chai';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import type { RefundCapabilities } from '../../src/connectors/refunds.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { newTrace } from '../../src/telemetry/trace.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { MoneyReview } from '../../src/payments/payment-parts.js';
import type { Refund } from '../../src/payments/refund.js';
import { refundableOf, refundedOf } from '../../src/payments/refunded.js';
import { moveRefund } from '../../src/refunds/move-refund.js';
import type { RefundOf } from '../../src/refunds/refund-job.js';
import { draftRefund, reserveRefund, type RefundOrder } from '../../src/refunds/reserve-refund.js';
import { DAY_MS } from '../../src/time.js';
import { aMoneyReview } from '../proofs/a-local-payment.js';
import { anAccount } from '../gateways/an-account.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment, aRefund } from './a-refund.js';
import { logLines } from '../ipn/log-lines.js';

const ago = (ms: number) => new Date(Date.now() - ms);

/** Money in yen that came for a payment in euros, and that a person has refused. */
const refused = (overrides: Partial<MoneyReview> = {}): Partial<PaymentRecord> => ({
  status: 'failed',
  review: aMoneyReview({ amount: 5000, currency: 'JPY', decision: 'reject', decidedAt: new Date(), ...overrides }),
});
const refunds = (count: number): Partial<PaymentRecord> => ({
  refunds: Array.from({ length: count }, (_, no) => aRefund('trx', no, { status: 'failed' })),
});

describe('what may go back', () => {
  const gateway = connectorPart('sandbox-card', 'refunds');
  const { capabilities } = gateway;
  const { days } = capabilities;
  const can = (changes: Partial<RefundCapabilities>) =>
    void Object.assign(gateway, { capabilities: { ...capabilities, ...changes } });
  afterEach(() => can({}));

  const WHOLE = { amount: 4990, currency: 'EUR', amountUsd: 5794 };
  const REFUSED = { amount: 5000, currency: 'JPY', amountUsd: 0 };
  type Case = [
    what: string,
    payment: Partial<PaymentRecord> | (() => Partial<PaymentRecord>), // by the time at which it runs
    order: Partial<RefundOrder>,
    result: Partial<Refund> | string,
  ];
  const cases: Case[] = [
    ['all, to a merchant', {}, {}, WHOLE],
    ['nothing of what has failed', { status: 'failed' }, {}, 'payment_not_refundable'],
    ['nothing of what a person has refused, to a merchant', refused(), {}, 'payment_not_refundable'],
    ['all of it in its own currency, to an operator', refused(), { actor: 'ada@shop.example' }, REFUSED],
    ['its first unit alone', refused(), { actor: 'ada@shop.example', amount: 1 }, { amount: 1, currency: 'JPY' }],
    [
      'a part of it in no decimals that it has not',
      refused(),
      { actor: 'ada@shop.example', amount: 1.5 },
      'validation_error',
    ],
    ['nothing where nothing has come', refused({ amount: 0 }), { actor: 'ada@shop.example' }, 'payment_not_refundable'],
    [
      'nothing of what is accepted and not yet a success',
      refused({ decision: 'accept' }),
      { actor: 'ada@shop.example' },
      'payment_not_refundable',
    ],
    [
      'the last unit',
      { amounts: { ...aPaidPayment().amounts, gross: 1, grossUsd: 1 } },
      {},
      { amount: 1, amountUsd: 1 },
    ],
    ['on the last day', () => ({ succeededAt: ago(days * DAY_MS - 60_000) }), {}, WHOLE],
    ['nothing after it', () => ({ succeededAt: ago(days * DAY_MS + 60_000) }), {}, 'refund_not_supported'],
    [
      'nothing after it of refused money, from when it came',
      () => refused({ openedAt: ago(days * DAY_MS + 60_000) }),
      { actor: 'ada@shop.example' },
      'refund_not_supported',
    ],
    ['as the two hundredth refund', refunds(199), {}, WHOLE],
    ['nothing as another one', refunds(200), {}, 'refund_not_supported'],
    ['what somebody saw', refunds(2), { seen: 2 }, WHOLE],
    ['nothing when there are others than somebody saw', refunds(2), { seen: 1 }, 'changed_meanwhile'],
    ['nothing when somebody saw none, and there is one', refunds(1), { seen: 0 }, 'changed_meanwhile'],
  ];
  const result = (payment: Partial<PaymentRecord>, order: Partial<RefundOrder> = {}): Refund | string => {
    try {
      const whole = { id: randomUUID(), identifier: randomUUID(), actor: 'merchant', ...order };
      return draftRefund(aPaidPayment(payment), whole);
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  };
  for (const [what, payment, order, expected] of cases)
    it(`is ${what}`, () => {
      const found = result(typeof payment === 'function' ? payment() : payment, order);
      if (typeof expected === 'string') expect(found).to.equal(expected);
      else expect(found).to.include(expected);
    });

  it('is the whole or nothing at a gateway that gives back no parts', () => {
    can({ parts: false });
    expect(result({})).to.include(WHOLE);
    expect(result({}, { amount: 49.9 })).to.include(WHOLE);
    expect(result({}, { amount: 49.89 })).to.equal('refund_not_supported');
  });
});

describe('reserving refunds', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  const paid = (overrides: Partial<PaymentRecord> = {}) => kept.save(aPaidPayment(overrides));
  const order = (amount?: number): RefundOrder => ({
    id: randomUUID(),
    identifier: randomUUID(),
    actor: 'merchant',
    ...(amount !== undefined && { amount }),
  });
  /** What became of each: a refund, or the code of its refusal. */
  const all = (payment: PaymentRecord, orders: RefundOrder[]): Promise<(RefundOf | string)[]> =>
    Promise.all(
      orders.map((each) =>
        reserveRefund(payment, each).catch((error: unknown) => {
          if (error instanceof ApiError) return error.code;
          throw error;
        }),
      ),
    );
  const made = (outcomes: (RefundOf | string)[]) => outcomes.filter((outcome) => typeof outcome !== 'string');

  it('lets exactly three of fifty that each want a third win, ten times', async () => {
    for (let time = 0; time < 10; time++) {
      const payment = await paid({
        amounts: { currency: 'EUR', gross: 3000, charge: 0, grossUsd: 3483, chargeUsd: 0 },
      });
      const outcomes = await all(
        payment,
        Array.from({ length: 50 }, () => order(10)),
      );
      expect(made(outcomes)).to.have.length(3);
      expect(outcomes.filter((outcome) => outcome === 'validation_error')).to.have.length(47);
      const after = await stored(payment);
      expect(new Set(after.refunds?.map(({ key }) => key)).size).to.equal(3);
      expect(refundableOf(after)).to.equal(0);
    }
  });

  it('stores none that the gateway of the payment has no such amount for, which nobody rounds', async () => {
    const id = `kwd-${randomUUID().slice(0, 8)}`;
    const keys = { secret_key: `sk_test_${'x'.repeat(24)}`, webhook_secret: `whsec_${'y'.repeat(24)}` };
    const account = anAccount({ _id: id, connector: 'stripe', credentials: sealCredentials(id, keys) });
    learnAccounts([account]);
    const amounts = { currency: 'KWD', gross: 5000, charge: 0, grossUsd: 16_300, chargeUsd: 0 };
    const payment = await paid({ account: id, amounts });
    for (const actor of ['merchant', 'ada@shop.example']) {
      const [refusal] = await Promise.allSettled([reserveRefund(payment, { ...order(1.005), actor })]);
      expect(refusal)
        .to.have.nested.property('reason.extra.errors')
        .that.deep.equals([
          { field: 'amount', code: 'not_a_multiple', message: 'amount must be a multiple of 0.010 KWD' },
        ]);
    }
    expect((await stored(payment)).refunds ?? []).to.deep.equal([]);
    expect((await reserveRefund(payment, order(1.01))).refund).to.include({ amount: 1010, currency: 'KWD' });
    expect(made(await all(await paid({ amounts }), [order(1.005)]))).to.have.length(1);
    learnAccounts([{ ...account, status: 'closed', version: 2 }]);
  });

  it('makes one refund of fifty with one identifier', async () => {
    const payment = await paid();
    const same = order(1);
    const outcomes = await all(
      payment,
      Array.from({ length: 50 }, () => same),
    );
    expect(made(outcomes)).to.have.length(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate_identifier')).to.have.length(49);
  });

  it('makes one refund of two payments with one identifier', async () => {
    const [one, other] = [await paid(), await paid()];
    const same = order(1);
    const outcomes = [...(await all(one, [same])), ...(await all(other, [same]))];
    expect(outcomes[1]).to.equal('duplicate_identifier');
    expect((await stored(other)).refunds ?? []).to.deep.equal([]);
  });

  it('gives what the same request has made before', async () => {
    const payment = await paid();
    const same = { ...order(1), idempotencyKey: 'a key' };
    const [first, again] = [await reserveRefund(payment, same), await reserveRefund(payment, same)];
    expect(again.refund.id).to.equal(first.refund.id);
  });

  it('gives all that is left, too, to the same request that asked for no amount', async () => {
    const payment = await paid();
    const same = { ...order(), idempotencyKey: 'a key' };
    const first = await reserveRefund(payment, same);
    expect(first.refund).to.include({ amount: 4990 });
    expect((await reserveRefund(payment, same)).refund.id).to.equal(first.refund.id);
  });

  it('stores what was asked for, with its obligation, and gives the payment as it is stored', async () => {
    const wish = { reason: 'duplicate', note: 'Broken', amount: 12.34 } as const;
    const whole = { ...order(), ...wish, idempotencyKey: 'a key', trace: newTrace(undefined) };
    const { payment, refund } = await reserveRefund(await paid(), whole);
    const { id, identifier, reason, note, idempotencyKey, trace } = whole;
    const { createdAt: at, history } = refund;
    expect(refund).to.deep.equal({
      ...{ id, identifier, reason, note, idempotencyKey, trace, key: `${payment._id}-r1` },
      ...{ status: 'requested', amount: 1234, currency: 'EUR', amountUsd: 1433, inquiryCount: 0, version: 1 },
      history: [{ id: history[0]?.id, event: 'created', from: null, to: 'requested', at, actor: 'merchant' }],
      ...{ next: { job: 'refund-execution', at }, createdAt: at, updatedAt: at },
    });
    expect(await stored(payment)).to.deep.equal(payment);
    const { refund: second } = await reserveRefund(payment, order(1));
    expect((await stored(payment)).refunds).to.deep.equal([refund, second]);
  });

  it('gives it to no other request under the same key, whose first answer is no longer kept', async () => {
    const [payment, other] = [await paid(), await paid()];
    const first = { ...order(1), idempotencyKey: 'a key' };
    await reserveRefund(payment, first);
    expect(await all(await stored(payment), [{ ...first, amount: 2 }])).to.deep.equal(['duplicate_identifier']);
    expect(await all(other, [first])).to.deep.equal(['duplicate_identifier']);
  });

  it('keeps the sum to the cent when all are wanted before one has succeeded', async () => {
    const payment = await paid();
    const tenths = Array.from({ length: 10 }, () => order(4.99)); // 5.79 USD each, and 57.94 together
    for (const of of made(await all(payment, tenths))) await moveRefund(of, 'refunded', {}, 'a test');
    expect(refundedOf(await stored(payment))).to.deep.equal({ amount: 4990, amountUsd: 5794, standing: 'full' });
  });

  it('keeps every sum, whatever succeeds, fails and is taken back, in both currencies', async () => {
    const ends = fc.constantFrom('refunded' as const, 'refused' as const, 'taken_back' as const);
    const wishes = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 2500 }), end: ends }), { maxLength: 12 });
    const holds = () =>
      fc.assert(
        fc.asyncProperty(wishes, async (orders) => {
          const payment = await paid();
          for (const { amount, end } of orders) {
            const [of] = await all(await stored(payment), [order(amount / 100)]);
            if (!of || typeof of === 'string') continue;
            if (end === 'refused') await moveRefund(of, 'refused', { failure: 'refused' }, 'a test');
            else {
              const done = await moveRefund(of, 'refunded', {}, 'a test');
              if (done && end === 'taken_back')
                await moveRefund(done, 'taken_back', { failure: 'taken_back' }, 'a test');
            }
          }
          const left = refundableOf(await stored(payment));
          if (left > 0) {
            const rest = await reserveRefund(await stored(payment), order());
            expect(rest.refund.amount).to.equal(left);
            await moveRefund(rest, 'refunded', {}, 'a test');
          }
          const after = await stored(payment);
          expect(refundedOf(after)).to.deep.equal({ amount: 4990, amountUsd: 5794, standing: 'full' });
          expect(after.refunds?.every(({ amountUsd }) => amountUsd >= 0)).to.equal(true);
        }),
        { numRuns: 25 },
      );
    await logLines(holds); // each that is taken back is a line for a person
  });
});
