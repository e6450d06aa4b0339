import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setImmediate as soon } from 'node:timers/promises';
import { withAdvisoryLock } from '../../src/ipn/advisory-lock.js';
import { keyOf } from '../../src/redis/keys.js';
import { redis } from '../../src/redis/client.js';
import { until } from '../../scripts/until.js';

describe('turns over the events of a merchant', () => {
  const ids = (count: number) => Array.from({ length: count }, () => `mer_${randomUUID()}`);

  /** How many had their turn at the same moment, at most. */
  async function mostAtOnce(whose: string[][]): Promise<number> {
    let now = 0;
    let most = 0;
    await Promise.all(
      whose.map((each) =>
        withAdvisoryLock(new Set(each), async () => {
          most = Math.max(most, ++now);
          for (let spins = 0; spins < 20; spins++) await soon();
          now--;
        }),
      ),
    );
    return most;
  }

  it('come one after the other for one merchant', async () => {
    const [one = '', other = ''] = ids(2);
    let startedAt: number;
    let most: number;
    do {
      startedAt = performance.now();
      most = await mostAtOnce([[one], [one, other], [other, one], [one]]);
    } while (performance.now() - startedAt > 900); // where the machine stalls, turns run out after a second
    expect(most).to.equal(1);
  });

  it('come at the same time for several', async () => {
    let here = 0;
    const meet = async () => {
      here++;
      await until('both have their turn', () => here === 2);
    };
    await Promise.all(ids(2).map((id) => withAdvisoryLock(new Set([id]), meet)));
  });

  it('end when what was done has failed', async () => {
    const [one = ''] = ids(1);
    const failed = await withAdvisoryLock(new Set([one]), () => Promise.reject(new Error('no'))).catch(String);
    expect([failed, await mostAtOnce([[one]])]).to.deep.equal(['Error: no', 1]);
  });

  it('are waited for no longer than a second, and taken from nobody', async () => {
    const [one = ''] = ids(1);
    const key = keyOf(`turn:${one}`);
    await redis.set(key, 'of a process that hangs', 'PX', 60_000);
    expect(await mostAtOnce([[one]])).to.equal(1);
    expect(await redis.get(key)).to.equal('of a process that hangs');
    await redis.del(key);
  });
});
