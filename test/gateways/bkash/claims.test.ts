import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../../scripts/until.js';
import { claims } from '../../../src/connectors/bkash/claims.js';
import { redis } from '../../../src/redis/client.js';

describe('who has a payment at bKash in hand', () => {
  before(() => until('Redis is there', () => redis.status === 'ready'));

  const HEARD: [what: string, hear: (reference: string) => Promise<unknown>][] = [
    ['has no answer', claims.goOn],
    ['is answered', claims.release],
  ];
  for (const [what, hear] of HEARD)
    it(`is nobody any more once it is closed, though an "execute" ${what} after that`, async () => {
      const reference = `TR${randomUUID()}`;
      expect(await claims.execute(reference)).to.equal(null);
      expect(await claims.close(reference)).to.equal(false);
      await claims.end(reference);
      await hear(reference);
      expect(await claims.execute(reference)).to.equal('closed');
    });

  it('is nobody for good when an "execute" is answered and nothing is closed', async () => {
    const reference = `TR${randomUUID()}`;
    await claims.execute(reference);
    await claims.goOn(reference);
    expect(await claims.execute(reference)).to.equal('executing');
    await claims.release(reference);
    expect(await claims.close(reference)).to.equal(true);
  });
});
