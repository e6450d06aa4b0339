import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import { connectDatabase } from '../../src/database/client.js';
import { accountNamed } from '../../src/gateways/accounts.js';
import { authorizationOf, awaitAnswer } from '../../src/methods/card/await-answer.js';
import { passOn } from '../../src/payments/next-account.js';
import { transition } from '../../src/payments/transition.js';
import { redis } from '../../src/redis/client.js';
import { logLines } from '../ipn/log-lines.js';
import { KeptPayments } from '../payments/kept-payments.js';

describe('whoever waits for the answer to a card', () => {
  const kept = new KeptPayments();
  before(async () => {
    await connectDatabase();
    await until('Redis is there', () => redis.status === 'ready');
  });
  after(() => kept.remove());

  it('goes on waiting while it is handed on to the next account', async () => {
    const payment = await kept.save();
    const authorization = authorizationOf(payment);
    const startedAt = performance.now();
    const waited = authorization.within(2.5); // longer than until it looks for itself
    await logLines(() => passOn(payment, accountNamed('sandbox-card'), { outcome: 'not_reached' }));
    await waited;
    expect(performance.now() - startedAt).to.be.at.least(2490);
    authorization.unsubscribe();
  });

  it('sees it on the payment when nobody tells of it', async () => {
    const payment = await kept.save();
    const waited = awaitAnswer(payment);
    await logLines(() => transition(payment, 'declined', { reason: 'do_not_honor' }, 'a test'));
    await waited;
    await awaitAnswer(payment); // which is over before it begins
  });
});
