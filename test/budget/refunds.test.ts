import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { startMongoProxy, type MongoProxy } from '../support/mongo-proxy.js';
import { startRedisProxy, type RedisProxy } from '../support/redis-proxy.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

const QUEUES = ['bucket', 'refund-execution', 'ipn-delivery'];

// As in operations.test.ts: counted on the wire, after a first refund, with the sweeper quiet.
describe('a refund', () => {
  let tollgate: Tollgate;
  let mongodb: MongoProxy;
  let redis: RedisProxy;

  before(async () => {
    const { MONGODB_URI = '', REDIS_URL = '' } = process.env;
    mongodb = await startMongoProxy(MONGODB_URI);
    redis = await startRedisProxy(REDIS_URL);
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'ipn', 'sandbox'],
      env: {
        MONGODB_URI: mongodb.through(MONGODB_URI),
        REDIS_URL: redis.through(REDIS_URL),
        SWEEP_INTERVAL: '3600',
        IPN_RETENTION_INTERVAL: '3600',
        RATE_LIMITS: 'on',
      },
    });
    await costOf();
  });
  after(() => tollgate.stop());
  afterEach(() => {
    mongodb.onOperation = () => undefined;
  });

  /** What one costs until its notification is recorded as delivered and the queues are done. */
  async function costOf(): Promise<{ operations: string[]; scripts: string[] }> {
    const { body } = await tollgate.pay('4242424242424242');
    const { trx } = body;
    const delivered = async (count: number) =>
      (await tollgate.database.collection('ipn_deliveries').countDocuments({ trx, status: 'delivered' })) === count;
    let changedAt = Date.now();
    const isQuiet = () => Date.now() - changedAt > 200;
    await until('the payment is told', () => delivered(1));
    const cost = { operations: [] as string[], scripts: [] as string[] };
    mongodb.onOperation = ({ command, collection }) => {
      // By the clock, whatever happens: accounts are looked for, and merchants are remembered for five seconds.
      if (collection === 'gateway_accounts' || collection === 'merchants') return;
      changedAt = Date.now();
      cost.operations.push(`${command} ${collection}`);
    };
    redis.onCommand = ([name = '', _script, _keys, key = '', ...args]) => {
      const [, subject = ''] = key.split(':');
      if (!/^(eval|evalsha|fcall)(_ro)?$/i.test(name) || !QUEUES.includes(subject)) return;
      if (args.some((arg) => arg.endsWith(':stalled-check'))) return; // by the clock, whatever happens
      changedAt = Date.now();
      cost.scripts.push(subject);
    };
    await until('nothing is left of the payment', isQuiet);
    cost.operations.length = 0;
    cost.scripts.length = 0;
    const { public_key } = tollgate.merchant;
    const refund = await tollgate.api('/h2h/refund', { public_key, trx, refund_identifier: randomUUID(), amount: 10 });
    expect(refund.body, refund.text).to.include({ refund_status: 'success' });
    await until('the refund is told', () => delivered(2));
    await until('nothing happens any more', isQuiet);
    return cost;
  }

  it('costs at most 6 database operations and 12 Redis scripts, its notification included', async () => {
    for (let time = 1; time <= 5; time++) {
      const { operations, scripts } = await costOf();
      expect(operations, operations.join(', ')).to.have.length.at.most(6);
      expect(scripts, scripts.join(', ')).to.include.members(QUEUES).and.have.length.at.most(12);
    }
  });
});
