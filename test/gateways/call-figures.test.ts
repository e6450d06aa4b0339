import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { countCall, readCallFigures } from '../../src/gateways/call-figures.js';
import { redis } from '../../src/redis/client.js';

describe('the figures of an account’s calls', () => {
  before(() => until('Redis is there', () => redis.status === 'ready'));

  it('are those of the last 15 minutes, of all processes together', async () => {
    const account = `acc-${randomUUID()}`;
    const now = Date.now();
    for (let time = 0; time < 18; time++) countCall(account, 'answered', 0.008, now - 14 * 60_000);
    countCall(account, 'declined', 0.09, now);
    countCall(account, 'declined', 0.4, now);
    countCall(account, 'no_answer', 10, now);
    countCall(account, 'no_answer', 10, now - 16 * 60_000); // too long ago
    expect((await readCallFigures(now))(account)).to.deep.equal({
      calls: 21,
      no_answers: 1,
      refusals: 0,
      declines: 2,
      p95_ms: 100,
    });
    countCall(account, 'answered', 0.008, now); // as another process would add
    expect((await readCallFigures(now))(account).calls).to.equal(22);
  });

  it('are nothing for an account that nobody has called', async () => {
    expect((await readCallFigures())(`acc-${randomUUID()}`)).to.deep.equal({
      calls: 0,
      no_answers: 0,
      refusals: 0,
      declines: 0,
      p95_ms: null,
    });
  });
});
