import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { takeFrom, type Bucket } from '../../src/http/token-bucket.js';
import { redis } from '../../src/redis/client.js';
import { until } from '../../scripts/until.js';
import { later } from '../support/later.js';

/** So slow that no token comes back while a test runs. */
const bucket: Bucket = { name: 'of-a-test', perSecond: 0.001, burst: 10 };

const takeMany = async (times: number, whose: string, from: Bucket = bucket) => {
  const taken = [];
  for (let time = 0; time < times; time++) taken.push(await takeFrom(from, whose));
  return taken;
};

const allowed = (taken: { allowed: boolean }[]) => taken.filter((each) => each.allowed).length;

describe('a token bucket', () => {
  before(() => until('Redis is there', () => redis.status === 'ready'));

  it('gives its burst and not one more', async () => {
    const startedAt = performance.now();
    const taken = await takeMany(15, randomUUID());
    const seconds = Math.ceil((performance.now() - startedAt) / 1000); // by which the next token is nearer
    expect(taken.map((each) => each.allowed)).to.deep.equal([
      ...Array<boolean>(10).fill(true),
      ...Array<boolean>(5).fill(false),
    ]);
    expect(taken.map(({ remaining }) => remaining).slice(0, 11)).to.deep.equal([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    expect(taken[14]?.remaining).to.equal(0);
    expect(taken[14]?.reset).to.be.within(10_000 - seconds, 10_000);
    expect(taken[14]?.retryAfter).to.be.within(1000 - seconds, 1000);
  });

  it('gives its burst and not one more to many at once', async () => {
    const whose = randomUUID();
    expect(allowed(await Promise.all(Array.from({ length: 60 }, () => takeFrom(bucket, whose))))).to.equal(10);
  });

  it('fills again, up to its burst', async () => {
    const whose = randomUUID();
    const fast: Bucket = { ...bucket, perSecond: 200 };
    await takeMany(10, whose, { ...fast, perSecond: 0.001 });
    await until('it is full again', async () => (await takeFrom(fast, whose)).remaining === 9);
  });

  it('is one for each name and each owner', async () => {
    const [mine, yours] = [randomUUID(), randomUUID()];
    await takeMany(10, mine);
    expect((await takeFrom(bucket, mine)).allowed).to.equal(false);
    expect((await takeFrom(bucket, yours)).allowed).to.equal(true);
    expect((await takeFrom({ ...bucket, name: 'of-another-test' }, mine)).allowed).to.equal(true);
  });

  it('leaves nothing in Redis for ever, and nothing before it would be full again', async () => {
    const whose = randomUUID();
    await takeFrom({ ...bucket, perSecond: 0.1 }, whose);
    const [key] = (await redis.keys(`*${whose}`)).filter(Boolean);
    expect(await redis.pttl(key ?? '')).to.be.within(90_000, 101_000);
  });

  describe('while Redis is away', () => {
    before(async () => {
      redis.disconnect();
      await until('Redis is away', () => redis.status === 'end');
    });
    after(() => redis.connect());

    it('is half as large in each process, and never without a limit', async () => {
      const taken = await takeMany(20, randomUUID());
      expect(allowed(taken)).to.equal(5);
      expect(taken.at(-1)).to.include({ allowed: false, remaining: 0 });
    });

    it('still gives one token when its burst is one', async () => {
      expect(allowed(await takeMany(3, randomUUID(), { ...bucket, burst: 1 }))).to.equal(1);
    });

    it('says when its next token comes at that pace', async () => {
      const taken = await takeMany(6, randomUUID());
      expect(taken[5]?.retryAfter).to.be.within(1999, 2000);
    });

    it('loses nothing when the wall clock is put back', async () => {
      const [whose, quick] = [randomUUID(), { ...bucket, perSecond: 1 }];
      await takeFrom(quick, whose);
      expect((await later(-3600, () => takeFrom(quick, whose))).allowed).to.equal(true);
    });

    it('fills again at half the pace', async () => {
      const whose = randomUUID();
      await takeMany(10, whose, { ...bucket, perSecond: 100 });
      await until('it has a token again', async () => (await takeFrom({ ...bucket, perSecond: 100 }, whose)).allowed);
    });

    it('holds no more than its burst, however long nobody came', async () => {
      const whose = randomUUID();
      await takeMany(3, whose);
      const fast: Bucket = { ...bucket, perSecond: 1_000_000 };
      await until('it is full again', async () => (await takeFrom(fast, whose)).remaining === 4);
    });
  });
});
