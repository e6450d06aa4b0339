import { expect } from 'chai';
import { EndpointBulkhead, type Release } from '../../src/ipn/endpoint-bulkhead.js';
import { until } from '../../scripts/until.js';
import { later } from '../support/later.js';

const AN_HOUR = 3600; // seconds

async function enter(bulkhead: EndpointBulkhead, endpoint: string): Promise<Release> {
  const release = await bulkhead.enter(endpoint);
  if (!release) throw new Error(`There was no room for ${endpoint}`);
  return release;
}

/** Lets an endpoint show that it answers. */
async function prove(bulkhead: EndpointBulkhead, endpoint: string): Promise<void> {
  (await enter(bulkhead, endpoint))(true);
}

describe('the bulkhead of endpoints', () => {
  let bulkhead: EndpointBulkhead;
  beforeEach(() => {
    bulkhead = new EndpointBulkhead(20);
  });

  it('let two calls go to an endpoint that nobody knows, and ten to one that answers', async () => {
    await Promise.all([enter(bulkhead, 'new'), enter(bulkhead, 'new')]);
    expect(await bulkhead.enter('new')).to.be.null;

    await prove(bulkhead, 'known');
    await Promise.all(Array.from({ length: 10 }, () => enter(bulkhead, 'known')));
    expect(await bulkhead.enter('known')).to.be.null;
  });

  it('go back to two when an endpoint no longer answers', async () => {
    await prove(bulkhead, 'shop');
    (await enter(bulkhead, 'shop'))(false);
    await Promise.all([enter(bulkhead, 'shop'), enter(bulkhead, 'shop')]);
    expect(await bulkhead.enter('shop')).to.be.null;
  });

  it('let the next one go as soon as a call ends, in the order in which they came', async () => {
    const first = await enter(bulkhead, 'shop');
    await enter(bulkhead, 'shop');
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const release = await enter(bulkhead, 'shop');
      order.push(number);
      return release;
    });
    first(false); // one call less, and still an endpoint that nobody knows
    const third = await waiting[0];
    third?.(false);
    await waiting[1];
    expect(order).to.deep.equal([1, 2]);
  });

  it('let all that wait go when the first call shows that the endpoint answers', async () => {
    const [first] = await Promise.all([enter(bulkhead, 'shop'), enter(bulkhead, 'shop')]);
    const waiting = Array.from({ length: 8 }, () => enter(bulkhead, 'shop'));
    first?.(true);
    expect(await Promise.all(waiting)).to.have.length(8);
  });

  it('keep half of all calls for endpoints that answer, and half of that for new ones, however many others hang', async () => {
    await prove(bulkhead, 'good');
    const twoTo = (endpoint: string) => Promise.all([enter(bulkhead, endpoint), enter(bulkhead, endpoint)]);
    for (let i = 0; i < 5; i += 1) {
      bulkhead.meet(`failed${i}`, false);
      await twoTo(`failed${i}`);
    }
    bulkhead.meet('failed, too', false);
    expect(await bulkhead.enter('failed, too')).to.be.null;
    for (let i = 0; i < 2; i += 1) await twoTo(`new${i}`);
    await enter(bulkhead, 'the last that is new');
    expect(await bulkhead.enter('one more that nobody knows')).to.be.null;
    expect(await Promise.all(Array.from({ length: 10 }, () => enter(bulkhead, 'good')))).to.have.length(10);
  });

  it('take an endpoint as it was known before they met it', async () => {
    bulkhead.meet('good', true);
    bulkhead.meet('good', false); // it has been met
    expect(bulkhead.knows('good')).to.equal(true);
    expect(await Promise.all(Array.from({ length: 10 }, () => enter(bulkhead, 'good')))).to.have.length(10);
  });

  it('do not learn from a delivery that was not sent', async () => {
    await prove(bulkhead, 'shop');
    (await enter(bulkhead, 'shop'))();
    expect(await Promise.all(Array.from({ length: 10 }, () => enter(bulkhead, 'shop')))).to.have.length(10);
  });

  it('count a call once, however often it ends', async () => {
    const release = await enter(bulkhead, 'shop');
    release(false);
    release();
    await Promise.all([enter(bulkhead, 'shop'), enter(bulkhead, 'shop')]);
    expect(await bulkhead.enter('shop')).to.be.null;
  });

  it('take no call for a slow one because the wall clock is put forward', async () => {
    await prove(bulkhead, 'shop');
    await enter(bulkhead, 'shop');
    expect(await later(AN_HOUR, () => bulkhead.enter('shop'))).to.be.a('function');
    expect(await later(AN_HOUR, () => bulkhead.enter('shop'))).to.be.a('function');
  });

  describe('postpone', () => {
    it('for a second at least, and not before a given moment', () => {
      const startedAt = Date.now();
      expect(bulkhead.postpone('shop').getTime()).to.be.within(startedAt + 999, Date.now() + 1001);
      const notBefore = Date.now() + 30_000;
      expect(bulkhead.postpone('shop', notBefore).getTime()).to.equal(notBefore);
    });

    it('no longer than before when the wall clock is put back meanwhile', () => {
      bulkhead.postpone('shop');
      later(-AN_HOUR, () => {
        const startedAt = Date.now();
        expect(bulkhead.postpone('shop').getTime()).to.be.within(startedAt + 999, Date.now() + 1001);
      });
    });

    it('not until the end of a pause that was cut short', () => {
      const soon = Date.now() + 30_000;
      bulkhead.postpone('shop', Date.now() + 300_000);
      expect(bulkhead.postpone('shop').getTime()).to.be.below(soon);
      expect(bulkhead.postpone('shop', soon).getTime()).to.equal(soon);
    });

    it('more and more apart while a call hangs, though the endpoint was quick before', async () => {
      await prove(bulkhead, 'shop');
      const startedAt = Date.now();
      await enter(bulkhead, 'shop');
      await until('the call has taken 100 ms', () => Date.now() >= startedAt + 120); // one each 10 ms
      const turns = Array.from({ length: 100 }, () => bulkhead.postpone('shop').getTime() - startedAt);
      const took = Date.now() - startedAt; // longer where the machine stalls
      expect(turns.at(-1)).to.be.within(1900, 1010 + 11 * took);
    });

    it('one after the other at the pace of the endpoint, and none beyond ten minutes', async () => {
      const release = await enter(bulkhead, 'slow');
      const startedAt = Date.now();
      await until('the call has taken 60 ms', () => Date.now() >= startedAt + 60);
      release(true); // a mean of 60 ms, ten at a time: one each 6 ms
      const took = Date.now() - startedAt; // longer where the machine stalls
      const turns = Array.from({ length: 1000 }, () => bulkhead.postpone('slow').getTime() - Date.now());
      const last = turns.at(-1) ?? 0;
      expect(last).to.be.within(5000, 3000 + 100 * took);
      expect([...turns].sort((a, b) => a - b)[500]).to.be.within(last / 3, last);

      const many = Array.from({ length: 200_000 }, () => bulkhead.postpone('slow').getTime() - Date.now());
      expect(many.every((turn) => turn <= 602_000)).to.be.true;
    });
  });
});
