import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import mongoose from 'mongoose';
import { config, ConfigError, refuseToStart } from '../../config/index.js';
import { milliseconds } from '../time.js';
import { HEARD } from './connection.js';
import { renameWaiting } from './former-names.js';
import { models } from './model.js';
import { retryDeadlock } from './retry-deadlock.js';

/** A client of our database. Refuses a connection string in our own words, since the driver's may quote the password. */
function makeClient(options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(config.mongodbUri, { ...HEARD, ...options });
  } catch {
    const example = 'mongodb://user:password@host:27017/tollgate?tls=true';
    return refuseToStart(
      new ConfigError(`"MONGODB_URI" must be what MongoDB's driver understands, such as ${example}`),
    );
  }
}

const answerWait = milliseconds(config.mongodbTimeout);
const serverWait = milliseconds(0.8 * config.mongodbTimeout);

/** With the default, these limits keep every operation under 3 s when the database is dead or frozen (contract 15). */
const client = makeClient({
  serverSelectionTimeoutMS: serverWait,
  connectTimeoutMS: serverWait,
  socketTimeoutMS: answerWait,
  waitQueueTimeoutMS: serverWait,
  retryReads: false,
  maxPoolSize: 20,
  enableUtf8Validation: false, // drivers write nothing else, and looking again takes a third of what reading does
  monitorCommands: config.test, // lets tests count operations; makes the driver read every answer twice
});

export const mongoClient = client;

/** Builds every index. An existing one costs next to nothing, and several processes may do this at once. */
export async function buildIndexes(database: Db): Promise<void> {
  for (const { schema, collection } of models())
    for (const index of schema.indexes())
      await retryDeadlock(() => database.collection(collection.collectionName).createIndex(...index));
}

/** Longer than for requests: nobody waits for a process that starts, and a busy database is no reason to end it. */
const startWait = Math.max(10_000, answerWait);

/**
 * Connects, builds every index and renames what older versions stored (former-names.ts). One index may take
 * INDEX_BUILD_TIMEOUT seconds, while older processes go on.
 * @throws when the database cannot be reached within 10 s, or MONGODB_TIMEOUT when that is longer
 */
export async function connectDatabase(): Promise<void> {
  const patient = makeClient({
    serverSelectionTimeoutMS: startWait,
    connectTimeoutMS: startWait,
    waitQueueTimeoutMS: startWait,
    socketTimeoutMS: milliseconds(config.indexBuildTimeout),
    maxPoolSize: 1,
  });
  try {
    await buildIndexes(patient.db());
    await renameWaiting(patient.db());
  } finally {
    await patient.close();
  }
  await client.connect();
  if (!mongoose.connection.db) mongoose.connection.setClient(client);
}

export const disconnectDatabase = (): Promise<void> => client.close();

/** @throws when the database does not answer */
export async function pingDatabase(): Promise<void> {
  await client.db().command({ ping: 1 });
}
