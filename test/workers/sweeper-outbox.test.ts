import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { inSeconds } from '../../src/time.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { sweep } from '../../workers/sweeper.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { later } from '../support/later.js';

const LONG_AGO = () => inSeconds(-120);
const JUST_NOW = () => inSeconds(-5);

describe('the sweeper, for results that nobody was told of', () => {
  const made: string[] = [];
  before(connectDatabase);
  afterEach(async () => {
    const filter = { $in: made.splice(0) };
    await payments.deleteMany({ _id: filter });
    await deliveries.deleteMany({ trx: filter });
  });

  const result = (payment: PaymentRecord) => ({
    eventId: eventIdOf(payment._id, 1),
    type: 'payment.success' as const,
    at: new Date(),
    data: JSON.stringify({ payment_status: 'success' }),
  });
  async function unpublished(updatedAt: Date): Promise<PaymentRecord> {
    const payment = aPayment({ status: 'succeeded', unpublished: true, updatedAt });
    payment.results = [result(payment)];
    made.push(payment._id);
    await payments.insertOne(payment);
    return payment;
  }
  const told = ({ _id }: PaymentRecord) => deliveries.countDocuments({ trx: _id });

  it('publishes results whose process died before it could, once', async () => {
    const payment = await unpublished(LONG_AGO());
    const lines = await logLines(() => sweep());
    expect(lines.map(({ message }) => message)).to.include('sweeper.published');
    await sweep();
    expect(await told(payment)).to.equal(1);
    expect(await payments.findOne({ _id: payment._id })).to.not.have.property('unpublished');
  });

  it('leaves a result alone that is published at this very moment', async () => {
    const now = new Date();
    const payment = await unpublished(now);
    await later((now.getTime() - Date.now()) / 1000, () => sweep()); // however long it took to store it
    expect(await told(payment)).to.equal(0);
  });

  it('publishes all others when one cannot be published', async () => {
    const broken = await unpublished(LONG_AGO());
    await payments.updateOne({ _id: broken._id }, { $set: { 'results.0.data': 'not JSON' } });
    const sound = await unpublished(JUST_NOW());
    const lines = await logLines(() => sweep());
    expect(await told(sound)).to.equal(1);
    expect(await payments.findOne({ _id: broken._id })).to.have.property('unpublished', true);
    expect(lines.map(({ message }) => message)).to.include('publish.failed');
  });
});
