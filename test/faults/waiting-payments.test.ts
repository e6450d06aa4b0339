import { expect } from 'chai';
import { orderLocal } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { deleteKeys } from '../support/redis-keys.js';
import { until } from '../../scripts/until.js';

const COUNT = 1000;
const AT_ONCE = 10;

let tollgate: Tollgate;

async function initiateUpi(): Promise<string> {
  const { status, body } = await orderLocal(tollgate, 100, 'INR');
  expect(status).to.equal(200);
  return String(body.trx);
}

async function initiateMany(): Promise<string[]> {
  const trxs: string[] = [];
  const one = async () => {
    while (trxs.length + AT_ONCE <= COUNT) trxs.push(await initiateUpi());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return trxs;
}

/** The payments' inner statuses, counted. */
async function statuses(): Promise<Record<string, number>> {
  const found = await tollgate.database
    .collection<{ status: string }>('payments')
    .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$status', count: { $sum: 1 } } }])
    .toArray();
  return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
}

describe('A thousand waiting payments', function () {
  this.timeout(600_000);

  before(async () => {
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'ipn', 'sandbox'],
      env: { SANDBOX_CUSTOMER_DELAY: '7', LOG_LEVEL: 'warn', IPN_TIMEOUT: '10', GATEWAY_TIMEOUT: '10' },
    });
  });
  after(() => tollgate.stop());

  it('all end right though their worker is killed and Redis emptied while they wait', async () => {
    const trxs = await initiateMany();
    await tollgate.kill('payments', 'SIGKILL');
    await deleteKeys(tollgate.queuePrefix);
    await tollgate.start('payments');
    await until('every payment has succeeded', async () => (await statuses()).succeeded === trxs.length, 300_000);
    const deliveredTo = () => new Set(tollgate.receiver.received.map(({ id }) => id)).size;
    await until('every payment has been notified', () => deliveredTo() === trxs.length, 120_000);
    const sequences = tollgate.receiver.received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    expect([...new Set(sequences)].sort((a, b) => a - b)).to.deep.equal(trxs.map((_, index) => index + 1));
  });
});
