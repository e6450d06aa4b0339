import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { claims } from '../../../src/connectors/bkash/claims.js';
import { connectDatabase, mongoClient } from '../../../src/database/client.js';

describe('who has a payment at bKash in hand', () => {
  before(connectDatabase);

  const FIRST = 'first';
  const HEARD: [what: string, hear: (reference: string) => Promise<unknown>][] = [
    ['has no answer', claims.goOn],
    ['is answered', (reference) => claims.release(reference, FIRST)],
  ];
  for (const [what, hear] of HEARD)
    it(`is nobody any more once it is closed, though an "execute" ${what} after that`, async () => {
      const reference = `TR${randomUUID()}`;
      expect(await claims.execute(reference, FIRST)).to.equal(null);
      expect(await claims.close(reference)).to.equal(false);
      await claims.end(reference);
      await hear(reference);
      expect(await claims.execute(reference, FIRST)).to.equal('closed');
    });

  it('is whoever comes after one whose time is over', async () => {
    const reference = `TR${randomUUID()}`;
    await claims.execute(reference, FIRST);
    await mongoClient
      .db()
      .collection<{ _id: string; until: Date }>('bkash_claims')
      .updateOne({ _id: reference }, { $set: { until: new Date() } });
    expect(await claims.of(reference)).to.equal(null);
    expect(await claims.execute(reference, FIRST)).to.equal(null);
    expect(await claims.of(reference)).to.equal('executing');
  });

  it('is one of many who come at one moment', async () => {
    const reference = `TR${randomUUID()}`;
    const met = await Promise.all(Array.from({ length: 10 }, () => claims.execute(reference, FIRST)));
    expect(met.filter((claim) => claim === null)).to.have.length(1);
  });

  it('is nobody for good when an "execute" is answered and nothing is closed', async () => {
    const reference = `TR${randomUUID()}`;
    await claims.execute(reference, FIRST);
    await claims.goOn(reference);
    expect(await claims.execute(reference, 'second')).to.equal('executing');
    await claims.release(reference, 'second');
    expect(await claims.close(reference)).to.equal(true);
  });

  it('is the latest who executes, when an earlier one is answered', async () => {
    const reference = `TR${randomUUID()}`;
    await claims.execute(reference, FIRST);
    expect(await claims.execute(reference, 'second')).to.equal('executing');
    await claims.release(reference, FIRST);
    expect(await claims.close(reference)).to.equal(false);
  });
});
