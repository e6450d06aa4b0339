import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../support/ask.js';
import { fillRedis, withRedis } from '../support/redis-keys.js';
import { orderLocal } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';

const NAMES = ['web', 'payments', 'ipn'];
/** One for each job of payments. */
const WORKERS = 10;
/** Each may ask once a second, and so may whoever wakes them; a worker that spins asks a thousand times. */
const REFUSALS_A_SECOND = 60;

describe('when there is no room left', () => {
  let tollgate: Tollgate;
  const start = (name: string) => tollgate.start(name, '/dev/full');

  before(async () => {
    tollgate = await startTollgate({ processes: ['sandbox'], env: { SANDBOX_CUSTOMER_DELAY: '0.2' } });
    await Promise.all(NAMES.map(start));
  });
  after(() => tollgate.stop());

  async function expectLinesLost(): Promise<void> {
    for (const name of NAMES)
      await until(`${name} has lost lines`, async () => {
        const { text } = await ask(tollgate.urls.metrics[name] ?? '', { method: 'GET' });
        return /^tollgate_log_lines_lost_total [1-9]/m.test(text);
      });
  }

  it('for logs, payments are taken and told all the same, and the lines that are lost are counted', async () => {
    const { body } = await tollgate.pay(APPROVED);
    expect(body).to.include({ payment_status: 'success' });
    await until('it is told', () => tollgate.receiver.received.length === 1);
    await expectLinesLost();
    expect(await tollgate.kill('ipn', 'SIGTERM')).to.deep.equal({ code: 0, signal: null });
    await start('ipn');
  });

  it('because whoever read the logs has ended, they go on as well', async () => {
    const pipe = join(tollgate.localDir, 'logs');
    execFileSync('mkfifo', [pipe]);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK); // does not wait for one who writes
    await Promise.all(NAMES.map((name) => tollgate.kill(name, 'SIGTERM')));
    await Promise.all(NAMES.map((name) => tollgate.start(name, pipe)));
    await reader.close();
    const told = tollgate.receiver.received.length;
    expect((await tollgate.pay(APPROVED)).body).to.include({ payment_status: 'success' });
    await until('it is told', () => tollgate.receiver.received.length === told + 1);
    await expectLinesLost();
    for (const name of NAMES) {
      expect(await tollgate.kill(name, 'SIGTERM'), name).to.deep.equal({ code: 0, signal: null });
      await start(name);
    }
  });

  const refusals = () =>
    withRedis(async (redis) => Number(/errorstat_OOM:count=(\d+)/.exec(await redis.info('errorstats'))?.[1] ?? 0));

  it('in Redis, cards get a 503, UPI is taken, workers ask with patience; then all goes on by itself', async () => {
    const makeRoom = await fillRedis();
    try {
      await tollgate.kill('payments', 'SIGKILL');
      await start('payments'); // one that has not heard of any job yet asks for one at once
      const [before, begun] = [await refusals(), Date.now()];
      const card = await tollgate.pay(APPROVED);
      expect(card.status).to.equal(503);
      expect(card.headers).to.have.property('retry-after');
      const upi = await orderLocal(tollgate, 100, 'INR');
      expect(upi.status).to.equal(200);
      await until('each worker has asked twice', async () => (await refusals()) - before > 2 * WORKERS);
      const seconds = 1 + (Date.now() - begun) / 1000;
      expect(((await refusals()) - before) / seconds).to.be.lessThan(REFUSALS_A_SECOND);

      await makeRoom();
      expect(await tollgate.settled(String(upi.body.trx))).to.include({ payment_status: 'success' });
      expect((await tollgate.pay(APPROVED)).body).to.include({ payment_status: 'success' });
    } finally {
      await makeRoom();
    }
  });
});
