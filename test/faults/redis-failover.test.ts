import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { ROOT } from '../../config/root.js';
import { makeCertificate } from '../support/certificate.js';
import { localOrder } from '../support/local-order.js';
import { startGuardedMongodb, type GuardedMongodb } from '../support/guarded-mongodb.js';
import { startGuardedRedis, type GuardedRedis } from '../support/guarded-redis.js';
import { STORE_WAITS } from '../support/instance.js';
import { keysOf } from '../support/redis-keys.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';
import { payUntilTaken } from './until-taken.js';

const run = promisify(execFile);

/** Connects as every process of ours does, and says what came of it. */
const CONNECT = `
  const { redis } = await import('./dist/src/redis/client.js');
  redis.once('ready', () => tell('ready'));
  redis.once('error', (error) => tell(error.message));
  const tell = (what) => (process.stdout.write('-> ' + what), redis.disconnect());`;

/** Whether the driver gets in; else why not, as soon as it has heard that. */
async function knock(uri: URL): Promise<string> {
  const client = new MongoClient(uri.href);
  const refused = new Promise<string>((resolve) =>
    client.once('serverHeartbeatFailed', ({ failure }) => resolve(String(failure))),
  );
  try {
    return await Promise.race([
      refused,
      client
        .db()
        .command({ listCollections: 1 })
        .then(() => 'ready', String),
    ]);
  } finally {
    await client.close();
  }
}

describe('stores that take TLS and credentials only, and Sentinel', () => {
  let redis: GuardedRedis;
  let mongodb: GuardedMongodb;
  let tollgate: Tollgate;

  before(async () => {
    const certificate = await makeCertificate();
    [redis, mongodb] = await Promise.all([startGuardedRedis(certificate), startGuardedMongodb(certificate)]);
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'ipn', 'sandbox'],
      env: { ...redis.env, ...STORE_WAITS, MONGODB_URI: mongodb.uri, JOB_LOCK: '2', SANDBOX_CUSTOMER_DELAY: '0.3' },
    });
  });
  after(() => tollgate.stop());

  const upi = () => localOrder(tollgate, 500, 'INR');
  const taken = (order: object) => payUntilTaken(tollgate, order);

  async function connect(env: Record<string, string>): Promise<string> {
    const options = { cwd: ROOT, env: { ...process.env, LOG_LEVEL: 'error', ...env }, timeout: 60_000 };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', CONNECT], options);
    return stdout.slice(stdout.indexOf('-> ') + 3);
  }

  it('take payments and deliver notifications, over the master that the Sentinel names', async () => {
    const trx = await taken(tollgate.cardBody(APPROVED));
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    await until('it is notified', () => tollgate.receiver.received.length === 1);
    expect(await keysOf(redis.replica, tollgate.queuePrefix)).to.not.deep.equal([]);
  });

  it('are not reached without the certificate or the password', async () => {
    const { REDIS_CA_FILE, REDIS_SENTINEL_PASSWORD: _, ...bySentinel } = redis.env;
    const found = await Promise.all([
      connect({ REDIS_URL: redis.masterUrl, REDIS_CA_FILE }),
      connect({ REDIS_URL: redis.masterUrl }),
      connect({ REDIS_URL: redis.masterUrl.replace(/:[^:@]+@/, ':wrong@'), REDIS_CA_FILE }),
      connect({ ...bySentinel, REDIS_CA_FILE }),
    ]);
    expect(found[0]).to.equal('ready');
    expect(found[1]).to.match(/self-signed certificate/);
    expect(found[2]).to.match(/WRONGPASS/);
    expect(found[3]).to.match(/All sentinels are unreachable.*NOAUTH/);

    const uri = new URL(mongodb.uri);
    expect(await knock(uri)).to.equal('ready');
    uri.searchParams.delete('tlsCAFile');
    expect(await knock(uri)).to.match(/self-signed certificate/);
    uri.searchParams.set('tlsCAFile', REDIS_CA_FILE);
    if (mongodb.asksForPassword) uri.password = 'wrong';
    expect(await knock(uri)).to.match(mongodb.asksForPassword ? /Authentication failed/ : /^ready$/);
  });

  it('lose nothing and do nothing twice when the master is killed under way', async () => {
    const known = tollgate.receiver.received.length;
    const earlier = await Promise.all([upi(), upi(), upi(), tollgate.cardBody(APPROVED)].map(taken));
    const orders = Array.from({ length: 12 }, (_, index) => (index % 2 ? upi() : tollgate.cardBody(APPROVED)));
    const [during] = await Promise.all([Promise.all(orders.map(taken)), redis.killMaster()]);
    expect(await redis.masterPort()).to.equal(redis.replicaPort);
    const later = await taken(tollgate.cardBody(APPROVED));

    const all = [...earlier, ...during, later];
    for (const trx of all) {
      const { payment_status } = await tollgate.settled(trx);
      const charged = (await tollgate.ledger(trx)).filter(({ result }) => result === 'charged');
      // A card that was sealed on the master alone is gone with it: then the payment fails, and nothing is charged.
      expect(payment_status).to.be.oneOf(during.includes(trx) ? ['success', 'failed'] : ['success']);
      expect(charged, `${trx} ${payment_status}`).to.have.length(payment_status === 'success' ? 1 : 0);
    }
    const sequences = () => new Map(tollgate.receiver.received.map(({ id, event }) => [id, event?.sequence ?? 0]));
    await until('every end is notified', () => sequences().size === known + all.length);
    const inOrder = [...sequences().values()].sort((a, b) => a - b);
    expect(inOrder).to.deep.equal(inOrder.map((_, index) => index + 1));
  });
});
