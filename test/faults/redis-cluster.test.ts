import { expect } from 'chai';
import { STORE_WAITS } from '../support/instance.js';
import { localOrder } from '../support/local-order.js';
import { makeCertificate } from '../support/certificate.js';
import { startRedisCluster, type RedisCluster } from '../support/redis-cluster.js';
import { keysOf } from '../support/redis-keys.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { answeredInTime } from './answered-in-time.js';
import { APPROVED } from './begin-payment.js';
import { payUntilTaken } from './until-taken.js';

describe('a Redis Cluster of three masters that take TLS and credentials only', () => {
  let cluster: RedisCluster;
  let tollgate: Tollgate;

  before(async () => {
    cluster = await startRedisCluster(await makeCertificate());
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'ipn', 'console', 'sandbox'],
      env: {
        ...cluster.env,
        ...STORE_WAITS,
        // The names decide the slots: deliveries on the first master, UPI on the second, cards on the third.
        QUEUE_PREFIX: '{tollgate}',
        JOB_LOCK: '2',
        RATE_LIMITS: 'on',
        SANDBOX_CUSTOMER_DELAY: '0.3',
      },
    });
  });
  after(() => tollgate.stop());

  const upi = () => localOrder(tollgate, 500, 'INR');
  const taken = (order: object) => payUntilTaken(tollgate, order);
  const notified = ({ identifier }: { identifier: unknown }) =>
    until(`${String(identifier)} is notified`, () =>
      tollgate.receiver.received.some(({ event }) => event?.identifier === identifier),
    );

  it('takes card and UPI payments, delivers their notifications and counts requests', async () => {
    const orders = { card: tollgate.cardBody(APPROVED), upi: upi() };
    const card = await tollgate.api('/h2h/initiate', orders.card);
    expect(Number(card.headers['ratelimit-remaining'])).to.be.at.least(1);
    const local = await tollgate.api('/h2h/initiate', orders.upi);
    for (const { body } of [card, local])
      expect(await tollgate.settled(body.trx ?? '')).to.include({ payment_status: 'success' });
    await Promise.all(Object.values(orders).map(notified));
  });

  it('has every queue on one node, and queues on all of them', async () => {
    await tollgate.api('/h2h/initiate', upi()); // a bucket that has filled up is forgotten
    const keys = await Promise.all(cluster.masters.map(({ redis }) => keysOf(redis, '{tollgate')));
    const slots = keys.map((of) => [...new Set(of.map((key) => key.slice(0, key.indexOf('}') + 1)))]);
    expect(slots[0]).to.include('{tollgate:ipn-delivery}');
    expect(slots[1]).to.include('{tollgate:upi-confirmation}');
    expect(slots[2]).to.include('{tollgate:card-authorization}');
    expect(new Set(slots.flat()).size).to.equal(slots.flat().length);
    const { id } = tollgate.merchant;
    expect(slots.flat()).to.include(`{tollgate:bucket:initiate:${id}}`);
  });

  it('shows its queues and payments in the console', async () => {
    const { body } = await tollgate.console('/queues/api/queues');
    const queues = body.queues as { name: string; counts: { completed: number } }[]; // of Bull Board's API
    expect(queues.find(({ name }) => name === 'ipn-delivery')?.counts.completed).to.be.at.least(2);
    const metrics = await (await fetch(tollgate.urls.metrics.console ?? '')).text();
    expect(metrics).to.include('tollgate_store_up{store="redis"} 1');
    expect(metrics).to.include('tollgate_queue_jobs{job="card-authorization",state="failed"} 0');
  });

  it('refuses cards by a 503 with Retry-After while their node freezes and dies, and goes on when it is back', async () => {
    const { trx: earlier } = (await tollgate.pay(APPROVED)).body;
    await cluster.signal('redis-3', 'SIGSTOP');
    const request = tollgate.cardBody(APPROVED);
    const refused = await answeredInTime(() => tollgate.api('/h2h/initiate', request));
    expect(refused.status).to.equal(503);
    expect(Number(refused.headers['retry-after'])).to.be.at.least(1);
    await cluster.signal('redis-3', 'SIGKILL');
    expect((await answeredInTime(() => tollgate.api('/h2h/initiate', request))).status).to.equal(503);
    const known = await answeredInTime(() =>
      tollgate.api('/h2h/status', { public_key: request.public_key, trx: earlier }),
    );
    expect(known.body).to.include({ payment_status: 'success' });
    const ready = await answeredInTime(() => tollgate.ask('/readyz'));
    expect(ready.body).to.deep.include({ away: ['redis'] });

    await cluster.start('redis-3');
    const trx = await taken(request);
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    await notified(request);
  });

  it('loses nothing and does nothing twice when a master is killed and its replica takes its place', async () => {
    const orders = Array.from({ length: 8 }, (_, index) => (index % 2 ? upi() : tollgate.cardBody(APPROVED)));
    const [trxs] = await Promise.all([Promise.all(orders.map(taken)), cluster.signal('redis-1', 'SIGKILL')]);
    for (const trx of trxs) {
      expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
      expect((await tollgate.ledger(trx)).filter(({ result }) => result === 'charged')).to.have.length(1);
    }
    await Promise.all(orders.map(notified));
    const sequences = new Map(tollgate.receiver.received.map(({ id, event }) => [id, event?.sequence ?? 0]));
    const inOrder = [...sequences.values()].sort((a, b) => a - b);
    expect(inOrder).to.deep.equal(inOrder.map((_, index) => index + 1));
    expect(await cluster.replica.redis.info('replication')).to.include('role:master');
  });
});
