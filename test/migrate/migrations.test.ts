import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { migrate } from '../../scripts/migrate/migrations.js';
import { payments } from '../../src/payments/payment.model.js';
import { aDelivery } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';

describe('records of an earlier version', () => {
  const ids: string[] = [];
  before(connectDatabase);
  after(async () => {
    await payments.deleteMany({ _id: { $in: ids } });
    await deliveries.deleteMany({ _id: { $in: ids } });
  });

  it('get the fields that they lack from what they know, once, however often and at once it is run', async () => {
    const [first, last] = [new Date('2026-01-02T03:04:05.678Z'), new Date('2026-01-05T00:00:00Z')];
    const step = { event: 'confirmed' as const, from: 'cancelled' as const, to: 'succeeded' as const, actor: 'a test' };
    const earlier = aPayment({ status: 'succeeded' });
    earlier.history.push({ ...step, at: last });
    const newer = aPayment({ status: 'succeeded', succeededAt: first });
    newer.history.push({ ...step, at: last });
    const untold = aPayment({ status: 'succeeded', history: [] });
    const pending = aPayment();
    const { upkeepAt: _, ...bare } = aDelivery();
    ids.push(earlier._id, newer._id, untold._id, pending._id, bare._id);
    await payments.insertMany([earlier, newer, untold, pending]);
    await deliveries.insertOne(bare);

    const [one, two] = await Promise.all([migrate(), migrate()]);
    const sum = (field: string) => (one[field] ?? 0) + (two[field] ?? 0);
    expect(sum('payments.succeededAt')).to.be.at.least(1);
    expect(sum('ipn_deliveries.upkeepAt')).to.be.at.least(1);
    const when = async (_id: string) => (await payments.findOne({ _id }))?.succeededAt;
    expect(await when(earlier._id)).to.deep.equal(last);
    expect(await when(newer._id)).to.deep.equal(first);
    for (const { _id } of [untold, pending]) expect(await when(_id)).to.equal(undefined);
    expect((await deliveries.findOne({ _id: bare._id }))?.upkeepAt).to.deep.equal(bare.createdAt);
    expect(await migrate()).to.deep.equal({
      'payments renamed': 0,
      'ipn_deliveries renamed': 0,
      'ledger_comparisons renamed': 0,
      'payments.succeededAt': 0,
      'ipn_deliveries.upkeepAt': 0,
      'ipn_deliveries.trx_1 dropped': 0,
      'payments.unrelayed_1 dropped': 0,
      'payments.attempts.reference_1 dropped': 0,
    });
  });

  it('lose the index that only earlier versions read deliveries by', async () => {
    await deliveries.createIndex({ trx: 1 });
    expect(await migrate()).to.include({ 'ipn_deliveries.trx_1 dropped': 1 });
    expect(await deliveries.indexExists('trx_1')).to.equal(false);
    expect(await migrate()).to.include({ 'ipn_deliveries.trx_1 dropped': 0 });
  });
});
