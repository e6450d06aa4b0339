import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { AsyncPaymentResult } from '../../src/connectors/orders.js';
import { connectDatabase } from '../../src/database/client.js';
import { endOfOrder } from '../../src/payments/after-attempt.js';
import { answered, newAttempt } from '../../src/payments/attempts.js';
import { cancelPayment } from '../../src/payments/cancel-payment.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { connectorOf } from '../../src/payments/connector-of.js';
import { transition } from '../../src/payments/transition.js';
import { newTrace } from '../../src/telemetry/trace.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aMoneyReview, aProof, aUpiPayment, stored } from '../proofs/a-local-payment.js';

const WAITING: AsyncPaymentResult = { outcome: 'waiting' };
const CANCELLED: AsyncPaymentResult = { outcome: 'cancelled' };
const PAYING: AsyncPaymentResult = { outcome: 'in_progress' };
const PAID: AsyncPaymentResult = { outcome: 'paid', reference: '632551234567', amount: 49900, currency: 'INR' };

describe("a merchant's cancel of a UPI payment", () => {
  const merchant = new TestMerchant();
  let payment: PaymentRecord;
  let close: { mock: { callCount(): number } };
  before(connectDatabase);
  before(() => merchant.save());
  beforeEach(async () => {
    payment = aUpiPayment({ merchantId: merchant.id });
    await payments.insertOne(payment);
  });
  afterEach(async () => {
    mock.restoreAll();
    await payments.deleteOne({ _id: payment._id });
  });
  after(() => merchant.remove());

  /** @param closed what the gateway comes to as it closes the order, or how its answer is lost */
  async function cancel(
    asked: AsyncPaymentResult,
    closed: AsyncPaymentResult | (() => unknown),
    idempotencyKey?: string,
  ): Promise<unknown> {
    const record = await merchants.findOne({ _id: merchant.id });
    if (!record) throw new Error('There is no merchant');
    const connector = connectorOf(payment, 'orders');
    mock.method(connector, 'fetchOrder', async () => asked);
    close = mock.method(connector, 'cancelOrder', async () => (typeof closed === 'function' ? closed() : closed));
    const request = { merchant: record, body: { trx: payment._id }, params: {}, trace: newTrace(undefined) };
    return cancelPayment({ ...request, ...(idempotencyKey !== undefined && { idempotencyKey }) }).catch(
      (error: unknown) => error,
    );
  }

  /** The gateway closes the order, which the payment's own job sees before its merchant's request goes on. */
  async function closedAsItsJobLooks(): Promise<AsyncPaymentResult> {
    const latest = await stored(payment._id);
    const { event, changes } = endOfOrder(answered(latest, CANCELLED), 'cancelled_by_merchant');
    await transition(latest, event, changes, 'upi-confirmation');
    return CANCELLED;
  }

  for (const [when, asked] of [
    ['has closed its order', WAITING],
    ['says that its order was closed before', CANCELLED],
  ] as const)
    it(`ends it once the gateway ${when}`, async () => {
      expect(await cancel(asked, CANCELLED)).to.include({ payment_status: 'cancelled' });
    });

  it('has its answer under its key once more, which may not have reached its merchant', async () => {
    const first = await cancel(WAITING, CANCELLED, 'its key');
    expect(first).to.include({ payment_status: 'cancelled' });
    expect(await cancel(CANCELLED, CANCELLED, 'its key')).to.deep.equal(first);
    for (const other of ['another key', undefined])
      expect(await cancel(CANCELLED, CANCELLED, other)).to.include({ code: 'payment_final' });
  });

  it('has it under its key, too, when the job of the payment has seen the closed order first', async () => {
    const lost = async () => {
      await closedAsItsJobLooks();
      throw new ConnectorError('no answer');
    };
    expect(await cancel(WAITING, lost, 'its key')).to.include({ code: 'gateway_unavailable' });
    expect(await cancel(CANCELLED, CANCELLED, 'its key')).to.include({ payment_status: 'cancelled' });
  });

  it('is stored before the gateway is asked, whose answer may be lost', async () => {
    const asked = () => {
      throw new ConnectorError('no answer');
    };
    expect(await cancel(WAITING, asked)).to.include({ status: 503, code: 'gateway_unavailable' });
    const { status, version, next, attempts } = await stored(payment._id);
    expect({ status, next, asked: attempts.at(-1)?.cancelAsked }).to.deep.equal({
      status: 'awaiting_payment',
      next: payment.next,
      asked: true,
    });
    expect(version).to.be.above(payment.version); // whoever has read it before decides nothing
    expect(await cancel(WAITING, CANCELLED)).to.include({ payment_status: 'cancelled' }); // when it is repeated
  });

  it('has ended it though its own job saw the end first', async () => {
    expect(await cancel(WAITING, closedAsItsJobLooks)).to.include({
      payment_status: 'cancelled',
      reason: 'cancelled_by_merchant',
    });
    expect(await cancel(CANCELLED, CANCELLED)).to.include({ code: 'payment_final' });
  });

  it('has ended it as failed where a card was declined before, whoever sees the end first', async () => {
    const declined = {
      ...newAttempt(payment._id, 1, 'sandbox-card'),
      outcome: 'declined',
      reason: 'do_not_honor',
    } as const;
    const attempts = [declined, newAttempt(payment._id, 2, payment.account)];
    await payments.updateOne({ _id: payment._id }, { $set: { ...hosted(payment), attempts } });
    expect(await cancel(WAITING, closedAsItsJobLooks)).to.include({ payment_status: 'failed', reason: 'do_not_honor' });
  });

  for (const [when, asked, closed] of [
    ['before the cancel', PAID, PAID],
    ['between the look at its order and the end of it', WAITING, PAID],
    ['at that very moment', WAITING, PAYING],
    ['at the look at its order', PAYING, CANCELLED],
  ] as const)
    it(`is refused when its customer pays ${when}, and the gateway is asked at once`, async () => {
      expect(await cancel(asked, closed)).to.include({ status: 409, code: 'payment_in_progress' });
      const after = await stored(payment._id);
      expect(after.status).to.equal('awaiting_payment');
      expect(after.next?.at.getTime()).to.be.at.most(Date.now());
    });

  for (const [what, open, code] of [
    ['a proof', { proof: aProof() }, 'proof_under_review'],
    ['money', { review: aMoneyReview() }, 'payment_in_progress'],
  ] as const)
    it(`is refused as ${code} while ${what} is under review, and its order stays open`, async () => {
      await payments.updateOne({ _id: payment._id }, { $set: open });
      expect(await cancel(WAITING, CANCELLED)).to.include({ status: 409, code });
      expect(close.mock.callCount()).to.equal(0);
      expect((await stored(payment._id)).status).to.equal('awaiting_payment');
    });
});
