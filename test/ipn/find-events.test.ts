import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { findEvents } from '../../src/ipn/find-events.js';
import { TestMerchant } from './a-delivery.js';

describe('events by sequence', () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

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

  it('begin later, and leave numbers out, when the time of others is over', async () => {
    await store(3, 5);
    expect(await numbers(0)).to.deep.equal([3, 5]);
  });
});
