import { expect } from 'chai';
import type { Answer } from '../support/ask.js';
import { startMongoProxy, type MongoProxy } from '../support/mongo-proxy.js';
import { startRedisProxy, type RedisProxy } from '../support/redis-proxy.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const APPROVED = '4242424242424242';
const RUNS_SCRIPT = /^(eval|evalsha|fcall)(_ro)?$/i;
/** Workers that have nothing to do ask now and then, too. */
const QUEUES = ['bucket', 'card-authorization', 'ipn-delivery'];

/** What a script is about: a queue or a rate limit. Null for other commands, and for what belongs to no payment. */
function subjectOf([name = '', _script, _keys, firstKey = '', ...args]: string[]): string | null {
  if (!RUNS_SCRIPT.test(name)) return null;
  // A worker looks for the jobs of dead ones every five seconds.
  if (args.some((arg) => arg.endsWith(':stalled-check'))) return null;
  const [, subject = ''] = firstKey.split(':');
  return QUEUES.includes(subject) ? subject : null;
}

interface Cost {
  operations: string[];
  scripts: string[];
}

// Counted on the wire and by Redis itself, so that it does not matter which process asks. Rate limits are on, and the
// sweeper makes its only pass at the start. A merchant, its secret and its endpoint are known after a first payment:
// each process reads them again every few seconds, however many payments there are.
describe('a card payment without a challenge', () => {
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

  const isDelivered = (trx: string | undefined) => async () =>
    (await tollgate.database.collection('ipn_deliveries').findOne({ trx }))?.status === 'delivered';

  /**
   * Everything that one payment costs until its notification is recorded as delivered, and until the queues are done.
   */
  async function costOf(): Promise<Cost> {
    const cost: Cost = { operations: [], scripts: [] };
    let changedAt = Date.now();
    mongodb.onOperation = ({ command, collection }) => {
      changedAt = Date.now();
      cost.operations.push(`${command} ${collection}`);
    };
    redis.onCommand = (command) => {
      const subject = subjectOf(command);
      if (subject === null) return;
      changedAt = Date.now();
      cost.scripts.push(subject);
    };
    const { body } = await tollgate.pay(APPROVED);
    expect(body.payment_status).to.equal('success');
    await until('the notification is recorded', isDelivered(body.trx));
    await until('nothing happens any more', () => Date.now() - changedAt > 200);
    return cost;
  }

  it('costs at most 6 database operations and 13 Redis scripts, its notification included', async () => {
    const costs: Cost[] = [];
    for (let payment = 1; payment <= 5; payment++) {
      const { operations, scripts } = await costOf();
      expect(operations, operations.join(', ')).to.include('update ipn_deliveries').and.have.length.at.most(6);
      expect(scripts, scripts.join(', ')).to.include.members(QUEUES).and.have.length.at.most(13);
      costs.push({ operations, scripts });
    }
    // Whoever comes to a job late reads what it is about; on a machine that keeps up nobody does.
    const least = costs.map(({ operations }) => operations).sort((a, b) => a.length - b.length)[0];
    expect(least).to.deep.equal([
      'insert payments',
      'update payments',
      'insert ipn_deliveries',
      'update ipn_deliveries',
    ]);
  });

  it('is answered after one insert, one update and at most a read for the job and one for the answer', async () => {
    // A merchant is looked up again after five seconds.
    const allowed = ['find merchants', 'insert payments', 'find payments', 'update payments', 'find payments'];
    const held: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    mongodb.onOperation = ({ command, collection }) => {
      const at = allowed.indexOf(`${command} ${collection}`);
      if (at >= 0) return void allowed.splice(at, 1);
      held.push(`${command} ${collection}`);
      return released; // whatever else there is to do must not keep the merchant waiting
    };
    let answer: Answer | undefined;
    const answered = tollgate.pay(APPROVED).then((came) => (answer = came));
    try {
      await until('the merchant has its answer', () => answer !== undefined, 30_000).catch(() => {
        throw new Error(`The merchant has no answer while these wait: ${held.join(', ')}`);
      });
      expect(answer?.body).to.include({ payment_status: 'success' });
      expect(allowed.filter((operation) => !operation.startsWith('find '))).to.deep.equal([]);
      await until('the rest has begun', () => held.length > 0);
    } finally {
      release();
      await answered;
    }
    await until('the notification is recorded all the same', isDelivered(answer?.body.trx));
  });
});
