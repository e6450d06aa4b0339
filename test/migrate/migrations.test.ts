import { expect } from 'chai';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { renameWaiting } from '../../src/database/former-names.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { migrate } from '../../scripts/migrate/migrations.js';
import { payments } from '../../src/payments/payment.model.js';
import { inSeconds } from '../../src/time.js';
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

  it('are taken up, too, when processes of 0.1 and of this version have both changed them', async () => {
    const payment = aPayment({ status: 'unresolved', next: { job: 'status-inquiry', at: inSeconds(3600) } });
    ids.push(payment._id);
    await payments.insertOne(payment);
    const ofBoth = { gen: 1, version: 2, questions: 3, unrelayed: true, 'next.job': 'reconciliation' };
    const byNames = mongoClient.db().collection<{ _id: string }>('payments');
    await byNames.updateOne({ _id: payment._id }, { $set: ofBoth });
    await renameWaiting(mongoClient.db());
    const taken = { ...payment, version: 2, unpublished: true };
    expect(await byNames.findOne({ _id: payment._id })).to.deep.equal(taken);

    await byNames.updateOne({ _id: payment._id }, { $set: { gen: 4, version: null } });
    await renameWaiting(mongoClient.db());
    expect(await byNames.findOne({ _id: payment._id })).to.deep.equal({ ...taken, version: 4 });
  });

  it('lose the index that only earlier versions read deliveries by', async () => {
    await deliveries.createIndex({ trx: 1 });
    expect(await migrate()).to.include({ 'ipn_deliveries.trx_1 dropped': 1 });
    expect(await deliveries.indexExists('trx_1')).to.equal(false);
    expect(await migrate()).to.include({ 'ipn_deliveries.trx_1 dropped': 0 });
  });
});
