import { expect } from 'chai';
import { HostLanes, type Leave } from '../../src/ipn/host-lanes.js';
import { until } from '../../scripts/until.js';
import { later } from '../support/later.js';

const AN_HOUR = 3600; // seconds

async function enter(lanes: HostLanes, endpoint: string): Promise<Leave> {
  const leave = await lanes.enter(endpoint);
  if (!leave) throw new Error(`There was no room for ${endpoint}`);
  return leave;
}

/** Lets an endpoint show that it answers. */
async function prove(lanes: HostLanes, endpoint: string): Promise<void> {
  (await enter(lanes, endpoint))(true);
}

describe('the lanes of endpoints', () => {
  let lanes: HostLanes;
  beforeEach(() => {
    lanes = new HostLanes(20);
  });

  it('let two calls go to an endpoint that nobody knows, and ten to one that answers', async () => {
    await Promise.all([enter(lanes, 'new'), enter(lanes, 'new')]);
    expect(await lanes.enter('new')).to.be.null;

    await prove(lanes, 'known');
    await Promise.all(Array.from({ length: 10 }, () => enter(lanes, 'known')));
    expect(await lanes.enter('known')).to.be.null;
  });

  it('go back to two when an endpoint no longer answers', async () => {
    await prove(lanes, 'shop');
    (await enter(lanes, 'shop'))(false);
    await Promise.all([enter(lanes, 'shop'), enter(lanes, 'shop')]);
    expect(await lanes.enter('shop')).to.be.null;
  });

  it('let the next one go as soon as a call ends, in the order in which they came', async () => {
    const first = await enter(lanes, 'shop');
    await enter(lanes, 'shop');
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const leave = await enter(lanes, 'shop');
      order.push(number);
      return leave;
    });
    first(false); // one call less, and still an endpoint that nobody knows
    const third = await waiting[0];
    third?.(false);
    await waiting[1];
    expect(order).to.deep.equal([1, 2]);
  });

  it('let all that wait go when the first call shows that the endpoint answers', async () => {
    const [first] = await Promise.all([enter(lanes, 'shop'), enter(lanes, 'shop')]);
    const waiting = Array.from({ length: 8 }, () => enter(lanes, 'shop'));
    first?.(true);
    expect(await Promise.all(waiting)).to.have.length(8);
  });

  it('keep half of all calls for endpoints that answer, however many others hang', async () => {
    await prove(lanes, 'good');
    for (let i = 0; i < 5; i += 1) await Promise.all([enter(lanes, `hangs${i}`), enter(lanes, `hangs${i}`)]);
    expect(await lanes.enter('one more that nobody knows')).to.be.null;
    expect(await Promise.all(Array.from({ length: 10 }, () => enter(lanes, 'good')))).to.have.length(10);
  });

  it('do not learn from a delivery that was not sent', async () => {
    await prove(lanes, 'shop');
    (await enter(lanes, 'shop'))();
    expect(await Promise.all(Array.from({ length: 10 }, () => enter(lanes, 'shop')))).to.have.length(10);
  });

  it('count a call once, however often it ends', async () => {
    const leave = await enter(lanes, 'shop');
    leave(false);
    leave();
    await Promise.all([enter(lanes, 'shop'), enter(lanes, 'shop')]);
    expect(await lanes.enter('shop')).to.be.null;
  });

  it('take no call for a slow one because the wall clock is put forward', async () => {
    await prove(lanes, 'shop');
    await enter(lanes, 'shop');
    expect(await later(AN_HOUR, () => lanes.enter('shop'))).to.be.a('function');
    expect(await later(AN_HOUR, () => lanes.enter('shop'))).to.be.a('function');
  });

  describe('postpone', () => {
    it('for a second at least, and not before a given moment', () => {
      const startedAt = Date.now();
      expect(lanes.postpone('shop').getTime()).to.be.within(startedAt + 999, Date.now() + 1001);
      const notBefore = Date.now() + 30_000;
      expect(lanes.postpone('shop', notBefore).getTime()).to.equal(notBefore);
    });

    it('no longer than before when the wall clock is put back meanwhile', () => {
      lanes.postpone('shop');
      later(-AN_HOUR, () => {
        const startedAt = Date.now();
        expect(lanes.postpone('shop').getTime()).to.be.within(startedAt + 999, Date.now() + 1001);
      });
    });

    it('not until the end of a pause that was cut short', () => {
      const soon = Date.now() + 30_000;
      lanes.postpone('shop', Date.now() + 300_000);
      expect(lanes.postpone('shop').getTime()).to.be.below(soon);
      expect(lanes.postpone('shop', soon).getTime()).to.equal(soon);
    });

    it('more and more apart while a call hangs, though the endpoint was quick before', async () => {
      await prove(lanes, 'shop');
      const startedAt = Date.now();
      await enter(lanes, 'shop');
      await until('the call has taken 100 ms', () => Date.now() >= startedAt + 120); // one each 10 ms
      const turns = Array.from({ length: 100 }, () => lanes.postpone('shop').getTime() - startedAt);
      const took = Date.now() - startedAt; // longer where the machine stalls
      expect(turns.at(-1)).to.be.within(1900, 1010 + 11 * took);
    });

    it('one after the other at the pace of the endpoint, and none beyond ten minutes', async () => {
      const leave = await enter(lanes, 'slow');
      const startedAt = Date.now();
      await until('the call has taken 60 ms', () => Date.now() >= startedAt + 60);
      leave(true); // a mean of 60 ms, ten at a time: one each 6 ms
      const took = Date.now() - startedAt; // longer where the machine stalls
      const turns = Array.from({ length: 1000 }, () => lanes.postpone('slow').getTime() - Date.now());
      const last = turns.at(-1) ?? 0;
      expect(last).to.be.within(5000, 3000 + 100 * took);
      expect([...turns].sort((a, b) => a - b)[500]).to.be.within(last / 3, last);

      const many = Array.from({ length: 200_000 }, () => lanes.postpone('slow').getTime() - Date.now());
      expect(many.every((turn) => turn <= 602_000)).to.be.true;
    });
  });
});
