import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { TtlCache } from '../../src/merchants/ttl-cache.js';

describe('what is cached of merchants', () => {
  const answering = () => {
    let reads = 0;
    return { read: () => Promise.resolve({ read: ++reads }), count: () => reads };
  };

  it('is read once, however often it is asked for', async () => {
    const remembered = new TtlCache<{ read: number }>();
    const { read, count } = answering();
    for (let time = 0; time < 3; time++) expect(await remembered.get('key', read)).to.deep.equal({ read: 1 });
    expect(count()).to.equal(1);
  });

  it('is read again after a change', async () => {
    const remembered = new TtlCache<{ read: number }>();
    const { read } = answering();
    await remembered.get('key', read);
    remembered.invalidate();
    expect(await remembered.get('key', read)).to.deep.equal({ read: 2 });
  });

  it('is read again after five seconds: without Redis nobody hears of a change', async () => {
    const remembered = new TtlCache<{ read: number }>();
    const { read, count } = answering();
    const now = performance.now.bind(performance);
    const at = (later: number) => mock.method(performance, 'now', () => now() + later);
    await remembered.get('key', read);
    try {
      at(4000);
      expect(await remembered.get('key', read)).to.deep.equal({ read: 1 });
      at(5001);
      await until('it is read again', async () => (await remembered.get('key', read)).read === 2);
      expect(count()).to.equal(2);
    } finally {
      mock.restoreAll();
    }
  });

  it('is not what was read while a change came: that may be of before it', async () => {
    const remembered = new TtlCache<{ read: number }>();
    const { read } = answering();
    const reading = remembered.get('key', read);
    remembered.invalidate();
    expect(await reading).to.deep.equal({ read: 1 });
    expect(await remembered.get('key', read)).to.deep.equal({ read: 2 });
  });

  it('is never that there is nothing', async () => {
    const remembered = new TtlCache<{ read: number }>();
    expect(await remembered.get('key', () => Promise.resolve(null))).to.equal(null);
    expect(await remembered.get('key', answering().read)).to.deep.equal({ read: 1 });
  });
});
