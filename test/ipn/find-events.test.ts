import { expect } from 'chai';
import { config } from '../../config/index.js';
import { connectDatabase, mongoClient } from '../../src/database.js';
import { findEvents } from '../../src/ipn/find-events.js';
import { TestMerchant } from './a-delivery.js';

const TOO_OLD = () => new Date(Date.now() - config.ipn.eventRetention * 1000 - 1000);

describe('events by sequence', () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(async () => {
    await merchant.remove();
    await counters().deleteOne({ _id: merchant.id });
  });

  const counters = () => mongoClient.db().collection<{ _id: string }>('ipn_sequences');
  /** Numbers from 1 as takeSequence() leaves them, taken at these moments. */
  const taken = (...at: Date[]) =>
    counters().insertOne({
      _id: merchant.id,
      ...{ last: at.length, pending: at.map((at, index) => ({ event: `evt_${index}`, at })), prunes: 0 },
    });
  const store = async (...sequences: number[]) => {
    for (const sequence of sequences) await merchant.delivery({ sequence });
  };
  const numbers = async (after: number, limit = 100) =>
    (await findEvents({ merchantId: merchant.id, mode: 'test' }, after, limit)).map(({ sequence }) => sequence);

  it('come in order, as many as are asked for', async () => {
    await store(2, 1, 3);
    expect(await numbers(0)).to.deep.equal([1, 2, 3]);
    expect(await numbers(1, 1)).to.deep.equal([2]);
    expect(await numbers(3)).to.deep.equal([]);
  });

  it('end before a number whose event is stored this very moment', async () => {
    const now = new Date();
    await taken(now, now, now);
    await store(1, 3);
    expect(await numbers(0)).to.deep.equal([1]);
    expect(await numbers(1)).to.deep.equal([]);
    await store(2);
    expect(await numbers(1)).to.deep.equal([2, 3]);
  });

  it('begin later when those before are past their time', async () => {
    await taken(TOO_OLD(), TOO_OLD(), new Date());
    await store(3);
    expect(await numbers(0)).to.deep.equal([3]);
  });
});
