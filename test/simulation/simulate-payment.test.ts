import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import type { OrderQueries } from '../../src/connectors/orders.js';
import { connectDatabase } from '../../src/database/client.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { payments } from '../../src/payments/payment.model.js';
import { simulatePayment } from '../../src/simulation/simulate-payment.js';
import { connectorOf } from '../../src/payments/connector-of.js';
import { newTrace } from '../../src/telemetry/trace.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aUpiPayment, stored } from '../proofs/a-local-payment.js';

describe("a simulated end of a local payment's time", () => {
  const merchant = new TestMerchant();
  before(connectDatabase);
  before(() => merchant.save());
  afterEach(() => mock.restoreAll());
  after(() => payments.deleteMany({ merchantId: merchant.id }));
  after(() => merchant.remove());

  it('comes though its job looks at that very moment', async () => {
    const payment = aUpiPayment({ merchantId: merchant.id });
    const { _id } = payment;
    await payments.insertOne(payment);
    const record = await merchants.findOne({ _id: merchant.id });
    if (!record) throw new Error('There is no merchant');
    const sandbox = connectorOf(payment, 'orders') as Required<OrderQueries>; // whose customers can be played
    mock.method(sandbox, 'simulate', async () => {
      await payments.updateOne({ _id }, { $inc: { version: 1 } }); // as a look that found nothing
    });
    const body = { action: 'expire' };
    const answer = simulatePayment({ merchant: record, body, params: { trx: _id }, trace: newTrace(undefined) });
    await until('its time is over', async () => ((await stored(_id)).local?.expiresAt.getTime() ?? 0) <= Date.now());
    await payments.updateOne({ _id }, { $set: { status: 'cancelled' }, $inc: { version: 1 } }); // as its job does then
    expect(await answer).to.include({ payment_status: 'cancelled' });
  });
});
