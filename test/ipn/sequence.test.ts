import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { isDatabaseAway, isDeadlock, isDuplicateKey } from '../../src/database/errors.js';
import { deliveries, deliveryId } from '../../src/ipn/delivery.model.js';
import { invalidateSequence, noteRemoved } from '../../src/ipn/sequence.js';
import { storeEvent, type NewEvent } from '../../src/ipn/store-event.js';
import { aDelivery } from './a-delivery.js';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("a merchant's sequence", () => {
  const merchants: string[] = [];
  let merchantId: string;
  const notes = () => mongoClient.db().collection<{ _id: string; stored: number }>('ipn_sequences');
  before(connectDatabase);
  beforeEach(() => merchants.push((merchantId = `mer_${randomUUID()}`)));
  after(async () => {
    await deliveries.deleteMany({ merchantId: { $in: merchants } });
    await notes().deleteMany({ _id: { $in: merchants } as never });
  });

  const anEvent = (eventId = `evt_${randomUUID()}`): NewEvent => {
    const about = { eventId, merchantId, mode: 'test' } as const;
    return { ...about, numbered: (sequence) => aDelivery({ ...about, sequence }) };
  };
  const some = (count: number) => Array.from({ length: count }, () => anEvent());
  /**
   * Like the sweeper, it comes again when the database was too slow: conflicts may wait for each other on DocumentDB.
   */
  const storeOne = (event: NewEvent): Promise<unknown> =>
    storeEvent(event).catch((error: unknown) => {
      if (isDatabaseAway(error)) return storeOne(event);
      throw error;
    });
  const store = (events: NewEvent[]) => Promise.all(events.map(storeOne));
  const numbers = async () => {
    const found = await deliveries.find({ merchantId }).toArray();
    return found.map(({ sequence }) => sequence).sort((a, b) => a - b);
  };
  const numberOf = async ({ eventId }: NewEvent) => (await deliveries.findOne({ _id: deliveryId(eventId) }))?.sequence;

  /** Another process: it stores events one by one, each under the number after the latest. */
  async function somebodyElse(count: number): Promise<void> {
    for (const event of some(count))
      while ((await numberOf(event)) === undefined)
        try {
          const [last] = await deliveries.find({ merchantId }).sort({ sequence: -1 }).limit(1).toArray();
          await deliveries.insertOne(event.numbered((last?.sequence ?? 0) + 1));
        } catch (error) {
          if (!isDuplicateKey(error) && !isDeadlock(error) && !isDatabaseAway(error)) throw error;
        }
  }

  it('numbers 200 events at once from 1 to 200, in the order in which they came', async () => {
    const events = some(200);
    await store(events);
    expect(await Promise.all(events.map(numberOf))).to.deep.equal(upTo(200));
  });

  it('has no gap and no double while somebody else stores events too', async () => {
    const [first, second] = [some(60), some(60)];
    await Promise.all([store(first), somebodyElse(20), store(second), somebodyElse(20)]);
    expect(await numbers()).to.deep.equal(upTo(160));
  });

  it('gives one number to one event that many store at once, and keeps it', async () => {
    const event = anEvent();
    await store(Array.from({ length: 50 }, () => event));
    await store([event, anEvent()]);
    expect([await numberOf(event), await numbers()]).to.deep.equal([1, [1, 2]]);
  });

  it('gives whoever comes later the event under the number that it has', async () => {
    const event = anEvent();
    await deliveries.insertOne(event.numbered(1)); // as another process does, which may die before it wakes a job
    const stored = await Promise.all([storeEvent(event), storeEvent(anEvent()), storeEvent(event)]);
    expect(stored.map((delivery) => delivery?.sequence)).to.deep.equal([1, 2, 1]);
  });

  it('counts for each merchant alone', async () => {
    await store(some(3));
    merchants.push((merchantId = `mer_${randomUUID()}`));
    await store(some(2));
    expect(await numbers()).to.deep.equal([1, 2]);
  });

  it('goes on from what is stored in a process that knows nothing', async () => {
    await store(some(120));
    invalidateSequence({ merchantId, mode: 'test' });
    await store(some(2));
    expect(await numbers()).to.deep.equal(upTo(122));
    expect((await notes().findOne({ _id: merchantId }))?.stored).to.be.at.least(100);
  });

  it('never gives the number of a removed event again', async () => {
    await store(some(3));
    await noteRemoved(await deliveries.find({ merchantId }).toArray());
    await deliveries.deleteMany({ merchantId });
    invalidateSequence({ merchantId, mode: 'test' });
    await store(some(1));
    expect(await numbers()).to.deep.equal([4]);
  });

  it('nor in a process that has stored none of this merchant for as long as events are kept', async () => {
    await store(some(1));
    await somebodyElse(2);
    await noteRemoved(await deliveries.find({ merchantId }).toArray());
    await deliveries.deleteMany({ merchantId });
    const now = performance.now.bind(performance);
    performance.now = () => now() + config.ipn.eventRetention * 1000;
    try {
      await store(some(1));
    } finally {
      performance.now = now;
    }
    expect(await numbers()).to.deep.equal([4]);
  });
});
