import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { buildIndexes } from '../../src/database/client.js';
import { HEARD } from '../../src/database/connection.js';
import { isDatabaseAway } from '../../src/database/errors.js';
import '../../src/ipn/delivery.model.js';
import '../../src/merchants/merchant.model.js';
import { payments as ours, type PaymentRecord } from '../../src/payments/payment.model.js';
import { aPayment } from '../payments/a-payment.js';
import { startMongoProxy } from '../support/mongo-proxy.js';
import { socketsMadeBy } from '../support/sockets-made-by.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';

const PROCESSES = 5;

describe('the indexes of a new database', () => {
  const clients = Array.from({ length: PROCESSES }, () => new MongoClient(config.mongodbUri));
  const [first] = clients;
  after(() => Promise.all(clients.map((client) => client.close())));

  it('are built by every process that starts, all at the same time', async () => {
    // DocumentDB sends some of those who build the same index away ("deadlock detected"), at random: so several times.
    for (let round = 0; round < 2; round++) {
      const name = `t_${randomBytes(5).toString('hex')}`;
      await Promise.all(
        clients.map(async (client) => {
          await pause(Math.random() * 50);
          await buildIndexes(client.db(name));
        }),
      );
      const indexes = await first?.db(name).collection('payments').indexes();
      expect(indexes?.map(({ key }) => Object.keys(key).join())).to.include.members(['_id', 'next.at']);
      await first?.db(name).dropDatabase();
    }
  });
});

describe('a database that freezes while it works', () => {
  it('is away, though the driver interrupts the operation under a name unlike its other ones', () => {
    class PoolClearedOnNetworkError extends MongoNetworkError {
      override get name() {
        return 'PoolClearedOnNetworkError'; // its own class is not exported
      }
    }
    expect(isDatabaseAway(new PoolClearedOnNetworkError('interrupted due to server monitor timeout'))).to.equal(true);
  });
});

describe('a database that a process which ends lets go of', () => {
  it('is away for what is still asked', async () => {
    const client = new MongoClient(config.mongodbUri, { ...HEARD, maxPoolSize: 4 });
    await client.connect();
    // The first has its session and its connection, the others wait for some.
    const asked = Promise.allSettled(Array.from({ length: 9 }, () => client.db().command({ ping: 1 })));
    await client.close();
    const failed = (await asked).filter((one) => one.status === 'rejected');
    expect(failed).to.not.be.empty;
    for (const { reason } of failed) expect(isDatabaseAway(reason), String(reason)).to.equal(true);
  });
});

describe('a database whose server answers that it cannot at present', () => {
  const IS: [code: number, name: string, isAway: boolean][] = [
    [10_107, 'NotWritablePrimary', true],
    [6, 'HostUnreachable', true],
    [7, 'HostNotFound', true],
    [89, 'NetworkTimeout', true],
    [262, 'ExceededTimeLimit', true],
    [9001, 'SocketException', true],
    [64, 'WriteConcernFailed', true],
    [121, 'DocumentValidationFailure', false],
  ];
  for (const [code, name, isAway] of IS)
    it(`is ${isAway ? 'away' : 'there, and refuses'}: ${name}`, () => {
      expect(isDatabaseAway(new MongoServerError({ message: name, code }))).to.equal(isAway);
    });
});

describe('a database that hangs up just before it is written to', () => {
  let sockets: Socket[];
  const client = new MongoClient(config.mongodbUri, { ...HEARD, retryReads: false });
  before(async () => {
    sockets = await socketsMadeBy(() => client.db().command({ ping: 1 }));
  });
  after(() => client.close());

  it('is away, though what a socket fails with is no error of the driver', async () => {
    const asked = sockets.map(
      (socket) =>
        new Promise((resolve, reject) => {
          socket.once('end', () => void client.db().command({ ping: 1 }).then(resolve, reject));
          socket.push(null); // as when the other side ends the connection
        }),
    );
    const failed = (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected');
    expect(failed).to.not.be.empty;
    for (const { reason } of failed) expect(isDatabaseAway(reason), String(reason)).to.equal(true);
  });
});

describe('a connection string that the driver refuses', () => {
  it('stops a process in one clear line, which does not quote its password', async () => {
    const env = { ...process.env, MONGODB_URI: 'mongodb://user:not@ours@db.example:99999/tollgate' };
    const { code, stderr } = await promisify(execFile)(process.execPath, ['dist/src/web/server.js'], {
      cwd: ROOT,
      env,
    }).then(
      () => expect.fail('It started'),
      (ended: { code: number; stderr: string }) => ended,
    );
    expect(code).to.equal(78);
    expect(stderr)
      .to.match(/^Bad configuration:\n {2}- "MONGODB_URI" must be .+\n$/)
      .and.not.include('ours');
  });
});

describe('an index that a new version brings', () => {
  it('may take longer to build than any answer to a request may', async () => {
    const uri = new URL(config.mongodbUri);
    uri.pathname = `/t_${randomBytes(5).toString('hex')}`;
    const proxy = await startMongoProxy(config.mongodbUri);
    let slow = 1;
    proxy.onOperation = async ({ command }) => {
      if (command === 'createIndexes' && slow-- > 0) await pause(4000);
    };
    const connect = `
      await import('./dist/src/api/idempotency.js');
      const { connectDatabase, disconnectDatabase, mongoClient } = await import('./dist/src/database/client.js');
      await connectDatabase();
      await mongoClient.db().dropDatabase();
      await disconnectDatabase();`;
    const env = { ...process.env, MONGODB_URI: proxy.through(uri.href), MONGODB_TIMEOUT: '3' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', connect], { cwd: ROOT, env });
    expect(slow).to.be.lessThan(1);
  });

  describe('on a collection that is in use', () => {
    const KEPT = 500;
    const PAID = 5;
    const KEYS = ['merchantId_1_createdAt_1', 'status_1_createdAt_1'];
    let tollgate: Tollgate;
    const merchantId = `mer_${randomBytes(5).toString('hex')}`;
    const payments = () => tollgate.database.collection<PaymentRecord>(ours.collectionName);
    before(async () => {
      tollgate = await sharedTollgate();
      const { next: _, ...payment } = aPayment({ merchantId, status: 'succeeded' });
      await payments().insertMany(
        Array.from({ length: KEPT }, (_, index) => ({ ...payment, _id: `${merchantId}-${index}` })),
      );
    });
    after(() => payments().deleteMany({ merchantId }));

    it('is built by two processes that start at once, again and again, while payments are made', async () => {
      let paying = true;
      const building = (async () => {
        do {
          for (const key of KEYS) await payments().dropIndex(key);
          await Promise.all([buildIndexes(tollgate.database), buildIndexes(tollgate.database)]);
        } while (paying);
      })();
      const answers = [];
      while (answers.length < PAID) answers.push(await tollgate.pay('4242424242424242'));
      paying = false;
      await building;
      expect(answers.map(({ status, body }) => `${status} ${body.payment_status}`)).to.deep.equal(
        Array(PAID).fill('200 success'),
      );
      expect((await payments().indexes()).map(({ name }) => name)).to.include.members(KEYS);
    });
  });
});
