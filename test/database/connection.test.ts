import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { Socket } from 'node:net';
import { until } from '../../scripts/until.js';
import { config } from '../../config/index.js';
import { HEARD } from '../../src/database/connection.js';
import { isDatabaseAway } from '../../src/database/errors.js';
import { startMongoProxy, type MongoProxy } from '../support/mongo-proxy.js';
import { socketsMadeBy } from '../support/sockets-made-by.js';

/** What the driver waits for anything. */
const WAIT_MS = 1000;
/** Several such waits in a row. */
const DEADLINE_MS = 10_000;
/** More than the buffers of a connection take while nobody reads. */
const LARGE_BYTES = 12_000_000;
/** The driver looks at a server no more often, however urgently it is asked to. */
const HEARTBEATS_MS = 500;

describe('a connection to the database that ends', () => {
  let sockets: Socket[];
  let proxy: MongoProxy;
  let client: MongoClient;
  let heardAt: number;
  const checkedOut = new Set<number>();

  const ping = () => client.db().command({ ping: 1 });
  const ownSockets = () => sockets.filter(({ remotePort }) => remotePort === client.options.hosts[0]?.port);

  beforeEach(async () => {
    proxy = await startMongoProxy(config.mongodbUri);
    client = new MongoClient(proxy.through(config.mongodbUri), {
      ...HEARD,
      serverSelectionTimeoutMS: WAIT_MS,
      connectTimeoutMS: WAIT_MS,
      socketTimeoutMS: WAIT_MS,
      waitQueueTimeoutMS: WAIT_MS,
      retryReads: false,
    });
    client.on('serverHeartbeatSucceeded', () => (heardAt = performance.now()));
    client.on('connectionCheckedOut', ({ connectionId }) => checkedOut.add(Number(connectionId)));
    client.on('connectionCheckedIn', ({ connectionId }) => checkedOut.delete(Number(connectionId)));
    checkedOut.clear();
    sockets = await socketsMadeBy(ping);
  });
  afterEach(async () => {
    await proxy.cut();
    await client.close();
  });

  /** How something ends; null when it does not. */
  async function endOf(asked: Promise<unknown>): Promise<unknown> {
    let end: unknown = null;
    void asked.then(
      () => (end = 'answered'),
      (error: unknown) => (end = error),
    );
    await until('it ends', () => end !== null, DEADLINE_MS);
    return end;
  }

  it('fails an operation that is written before the driver has heard of it, and takes no place in the pool', async () => {
    const [, pooled] = ownSockets();
    pooled?.destroy();
    expect(isDatabaseAway(await endOf(ping()))).to.equal(true);
    expect(checkedOut).to.be.empty;
    await ping();
  });

  it('fails one that waits until a frozen server reads the rest of it', async () => {
    proxy.freeze();
    const large = { bytes: Buffer.alloc(LARGE_BYTES) };
    expect(isDatabaseAway(await endOf(client.db().collection('large').insertOne(large)))).to.equal(true);
    expect(checkedOut).to.be.empty;
  });

  it('is not the last one that the driver looks at the server with', async () => {
    let held = 0;
    proxy.onOperation = async () => {
      held += 1;
      await new Promise(() => undefined);
    };
    const lost = client.db().collection('held').findOne();
    await until('it is held', () => held > 0);
    await until('the driver may look again', () => performance.now() - heardAt > HEARTBEATS_MS);
    const [looking, pooled] = ownSockets();
    looking?.destroy();
    pooled?.destroy(new Error('reset'));
    // The driver looks at once, by a connection of whose end it has not heard.
    await endOf(lost.catch(ping));
    await until('the server is found again', () => ping().then(Boolean, () => false), DEADLINE_MS);
  });
});
