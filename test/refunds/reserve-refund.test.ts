import { expect } from 'chai';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { refundableOf, refundedOf } from '../../src/payments/refunded.js';
import { moveRefund } from '../../src/refunds/move-refund.js';
import type { RefundOf } from '../../src/refunds/refund-job.js';
import { reserveRefund, type RefundOrder } from '../../src/refunds/reserve-refund.js';
import { anAccount } from '../gateways/an-account.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment } from './a-refund.js';
import { logLines } from '../ipn/log-lines.js';

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

  it('gives it to no other request under the same key, whose first answer is no longer kept', async () => {
    const [payment, other] = [await paid(), await paid()];
    const first = { ...order(1), idempotencyKey: 'a key' };
    await reserveRefund(payment, first);
    expect(await all(await stored(payment), [{ ...first, amount: 2 }])).to.deep.equal(['duplicate_identifier']);
    expect(await all(other, [first])).to.deep.equal(['duplicate_identifier']);
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
