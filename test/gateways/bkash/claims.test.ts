import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { claims } from '../../../src/connectors/bkash/claims.js';
import { connectDatabase, mongoClient } from '../../../src/database/client.js';

describe('who has a payment at bKash in hand', () => {
  before(connectDatabase);

  const FIRST = 'first';
  const SECOND = 'second';
  const newReference = () => `TR${randomUUID()}`;
  /** Nothing can come any more of the calls that are under way now. */
  const age = (reference: string) =>
    mongoClient
      .db()
      .collection<{ _id: string }>('bkash_claims')
      .updateOne({ _id: reference }, { $set: { until: new Date(), 'calls.$[].until': new Date() } });

  const HEARD: [what: string, hear: (reference: string) => Promise<unknown>][] = [
    ['has no answer', (reference) => claims.hold(reference, FIRST)],
    ['is answered', (reference) => claims.release(reference, FIRST)],
    ['is refused', (reference) => claims.end(reference, FIRST, '2023')],
  ];
  for (const [what, hear] of HEARD)
    it(`is nobody any more once it is closed, though an "execute" ${what} after that`, async () => {
      const reference = newReference();
      expect((await claims.hold(reference, FIRST)).isClosed).to.equal(false);
      expect(await claims.close(reference)).to.equal(null);
      await age(reference);
      expect(await claims.close(reference)).to.include({ isClosed: true });
      await hear(reference);
      expect((await claims.hold(reference, FIRST)).isClosed).to.equal(true);
      expect(await claims.of(reference)).to.deep.equal({ isClosed: true, calls: [] });
    });

  it('is whoever comes after one whose time is over', async () => {
    const reference = newReference();
    await claims.hold(reference, FIRST);
    await age(reference);
    expect(await claims.of(reference)).to.deep.equal({ isClosed: false, calls: [] });
    await claims.hold(reference, SECOND);
    expect((await claims.of(reference)).calls).to.have.length(1);
    expect(await claims.release(reference, SECOND)).to.equal(true);
  });

  it('are all who come at one moment, until each was answered', async () => {
    const reference = newReference();
    const many = Array.from({ length: 8 }, (_, no) => `call ${no}`);
    await Promise.all(many.map((by) => claims.hold(reference, by)));
    const wereAlone = await Promise.all(many.map((by) => claims.release(reference, by)));
    expect(wereAlone.filter(Boolean)).to.have.length(1);
    expect(await claims.of(reference)).to.deep.equal({ isClosed: false, calls: [] });
  });

  it('is closed by a refusal alone', async () => {
    const reference = newReference();
    await claims.hold(reference, FIRST);
    await claims.hold(reference, SECOND);
    expect(await claims.end(reference, FIRST, '2023')).to.equal(false);
    expect((await claims.of(reference)).calls).to.have.length(1);
    expect(await claims.end(reference, SECOND, '2023')).to.equal(true);
    expect(await claims.close(reference)).to.include({ isClosed: true, refusedAs: '2023' });
    expect((await claims.hold(reference, FIRST)).isClosed).to.equal(true);
  });

  it('is nobody for good when an "execute" is answered and nothing is closed', async () => {
    const reference = newReference();
    await claims.hold(reference, FIRST);
    await claims.release(reference, FIRST);
    expect(await claims.close(reference)).to.include({ isClosed: true });
  });

  it('is as long as the first one has, though others are answered beside it', async () => {
    const reference = newReference();
    await claims.hold(reference, FIRST);
    await age(reference);
    await claims.hold(reference, SECOND);
    await claims.release(reference, SECOND);
    expect(await claims.close(reference)).to.include({ isClosed: true });
  });

  for (const [when, seconds] of [
    ['still', 60],
    ['no more', -60],
  ] as const)
    it(`is ${when} whoever had it in an earlier version, which noted one call`, async () => {
      const reference = newReference();
      const earlier = { _id: reference, is: 'executing', until: new Date(Date.now() + seconds * 1000) };
      await mongoClient.db().collection<{ _id: string }>('bkash_claims').insertOne(earlier);
      await Promise.all([FIRST, SECOND].map((by) => claims.hold(reference, by)));
      expect((await claims.of(reference)).calls).to.have.length(seconds > 0 ? 3 : 2);
    });

  it('is closed for one of those who come at one moment, or executed', async () => {
    for (let time = 0; time < 20; time++) {
      const reference = newReference();
      const [before, closed] = await Promise.all([claims.hold(reference, FIRST), claims.close(reference)]);
      expect(before.isClosed).to.equal(closed !== null);
    }
  });
});
