import { expect } from 'chai';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries, deliveryId, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { publishResult, publishResults, clearPublished } from '../../src/payments/outbox.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import type { PaymentResult } from '../../src/payments/payment-parts.js';
import { aDelivery } from '../ipn/a-delivery.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from './a-payment.js';

function aResult(payment: PaymentRecord, no: number, status: 'success' | 'failed' = 'success'): PaymentResult {
  return {
    eventId: eventIdOf(payment._id, no),
    type: `payment.${status}`,
    at: new Date(),
    data: JSON.stringify({ trx: payment._id, payment_status: status, gross_amount: 49.9, note: 'é \u{1f375} "' }),
  };
}

describe('publishing results', () => {
  const merchantIds: string[] = [];
  before(connectDatabase);
  afterEach(async () => {
    const filter = { merchantId: { $in: merchantIds.splice(0) } };
    await payments.deleteMany(filter);
    await deliveries.deleteMany(filter);
  });

  /** A payment of a new merchant that has ended and not told anybody. */
  async function ended(results = 1): Promise<PaymentRecord> {
    const payment = aPayment({ status: 'succeeded', unpublished: true });
    payment.results = Array.from({ length: results }, (_, index) => aResult(payment, index + 1));
    merchantIds.push(payment.merchantId);
    await payments.insertOne(payment);
    return payment;
  }
  const deliveriesOf = ({ _id }: PaymentRecord): Promise<DeliveryRecord[]> =>
    deliveries.find({ trx: _id }).sort({ sequence: 1 }).toArray();
  const isPending = async ({ _id }: PaymentRecord) => (await payments.findOne({ _id }))?.unpublished === true;

  it('tells nothing anew whose time is over, when more happens to its payment', async () => {
    const payment = await ended(2);
    const [first] = payment.results;
    if (first) first.at = new Date(Date.now() - config.ipn.eventRetention * 1000);
    await publishResults(payment);
    expect((await deliveriesOf(payment)).map(({ eventId }) => eventId)).to.deep.equal([payment.results[1]?.eventId]);
  });

  it('tells nothing anew that went by a shorter retention, when more has happened to its payment', async () => {
    const payment = await ended(2);
    const [, second] = payment.results;
    await publishResults(payment);
    await deliveries.deleteOne({ trx: payment._id, sequence: 1 });
    await publishResults(payment);
    expect((await deliveriesOf(payment)).map(({ eventId }) => eventId)).to.deep.equal([second?.eventId]);
    expect(await clearPublished([payment])).to.be.empty;
  });

  it('makes a delivery that is due now, with the bytes that will be sent', async () => {
    const payment = await ended();
    await publishResults(payment);
    const [delivery, ...more] = await deliveriesOf(payment);
    const [result] = payment.results;
    expect(more).to.be.empty;
    expect(delivery).to.deep.include({
      _id: deliveryId(result?.eventId ?? ''),
      status: 'pending',
      merchantId: payment.merchantId,
      sequence: 1,
      url: payment.urls.ipn,
      host: '127.0.0.1:9',
      version: 1,
      failures: 0,
    });
    expect(delivery?.next?.job).to.equal('ipn-delivery');
    expect(delivery?.next?.at.getTime()).to.be.at.most(Date.now());
    expect(JSON.parse(delivery?.body ?? '')).to.deep.equal({
      id: result?.eventId,
      type: 'payment.success',
      timestamp: result?.at.toISOString(),
      sequence: 1,
      identifier: payment.identifier,
      status: 'success',
      data: JSON.parse(result?.data ?? '') as unknown,
    });
  });

  it('done twice, or by many at once, makes one delivery and takes one number', async () => {
    const payment = await ended();
    await Promise.all(Array.from({ length: 10 }, () => publishResults(payment)));
    await publishResults(payment);
    expect((await deliveriesOf(payment)).map(({ sequence }) => sequence)).to.deep.equal([1]);
  });

  it('does not make a delivery anew that has been delivered since', async () => {
    const payment = await ended();
    await publishResults(payment);
    await deliveries.updateOne({ trx: payment._id }, { $set: { status: 'delivered', body: 'as it was' } });
    await publishResults(payment);
    expect((await deliveriesOf(payment)).map(({ status, body }) => [status, body])).to.deep.equal([
      ['delivered', 'as it was'],
    ]);
  });

  it('tells the results of one payment in the order in which they happened', async () => {
    const payment = await ended(3);
    await publishResults(payment);
    const eventIds = (await deliveriesOf(payment)).map(({ eventId }) => eventId);
    expect(eventIds).to.deep.equal(payment.results.map(({ eventId }) => eventId));
  });

  it('tells a result that nobody has told yet before the one that has just happened', async () => {
    const payment = await ended(2);
    const [earlier, latest] = payment.results;
    if (!earlier || !latest) throw new Error('unreachable');
    await publishResult(payment, latest);
    const eventIds = (await deliveriesOf(payment)).map(({ eventId }) => eventId);
    expect(eventIds).to.deep.equal([earlier.eventId, latest.eventId]);
  });

  it('takes the next number when somebody else has stored an event', async () => {
    const payment = await ended();
    await deliveries.insertOne(aDelivery({ merchantId: payment.merchantId, sequence: 1 }));
    await publishResults(payment);
    expect((await deliveriesOf(payment)).map(({ sequence }) => sequence)).to.deep.equal([2]);
  });

  it('right after the result is best effort: what fails is logged and left for the sweeper', async () => {
    const payment = await ended();
    const [result] = payment.results;
    if (!result) throw new Error('It has a result');
    const lines = await logLines(() => publishResult(payment, { ...result, data: 'not JSON' }));
    expect(lines.map(({ message }) => message)).to.include('publish.postponed');
    expect(await isPending(payment)).to.equal(true);
  });

  describe('takes the mark off', () => {
    it('payments all of whose results are stored, and names the others', async () => {
      const [told, untold, half] = [await ended(2), await ended(), await ended(2)];
      await publishResults(told);
      await publishResults({ ...half, results: half.results.slice(0, 1) });
      const left = await clearPublished([told, untold, half]);
      expect(left.map(({ _id }) => _id)).to.deep.equal([untold._id, half._id]);
      expect(await Promise.all([told, untold, half].map(isPending))).to.deep.equal([false, true, true]);
    });

    it('a payment whose untold results are past their time', async () => {
      const payment = await ended();
      const at = new Date(Date.now() - config.ipn.eventRetention * 1000);
      expect(await clearPublished([{ ...payment, results: payment.results.map((result) => ({ ...result, at })) }])).to
        .be.empty;
      expect(await isPending(payment)).to.equal(false);
    });

    it('not a payment that has a newer result than was seen', async () => {
      const payment = await ended();
      const newer = aResult(payment, 2);
      await payments.updateOne({ _id: payment._id }, { $push: { results: newer } });
      await publishResults(payment);
      await clearPublished([payment]);
      expect(await isPending(payment)).to.equal(true);
    });
  });
});
