import { setTimeout as pause } from 'node:timers/promises';
import {
  type Collection,
  type CreateIndexesOptions,
  type Db,
  type Document,
  type IndexSpecification,
  MongoBulkWriteError,
  MongoClient,
  type MongoClientOptions,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { config, ConfigError, refuseToStart } from '../../config/index.js';
import { milliseconds } from '../milliseconds.js';

/** Refuses a connection string in our own words, since the driver's may quote the password. */
function makeClient(options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(config.mongodbUri, options);
  } catch {
    const example = 'mongodb://user:password@host:27017/tollgate?tls=true';
    return refuseToStart(
      new ConfigError(
        `Bad configuration:\n  - "MONGODB_URI" must be what MongoDB's driver understands, such as ${example}`,
      ),
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

interface Index {
  key: IndexSpecification;
  options?: CreateIndexesOptions | undefined;
}

const definitions: { name: string; indexes: Index[] }[] = [];

/** A collection with its indexes, which are built when the process connects. */
export function defineCollection<T extends Document>(name: string, indexes: Index[] = []): Collection<T> {
  definitions.push({ name, indexes });
  return client.db().collection<T>(name);
}

const MOST_TRIES = 20;

/** Whether DocumentDB refused one of several clients that built an index, or inserted the same unique keys, at once. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof MongoServerError && /deadlock/i.test(error.message);

async function buildIndex(collection: Collection, { key, options }: Index, tries = 1): Promise<void> {
  try {
    await collection.createIndex(key, options);
  } catch (error) {
    if (!isDeadlock(error) || tries >= MOST_TRIES) throw error;
    await pause(Math.random() * 100);
    await buildIndex(collection, { key, options }, tries + 1);
  }
}

/** Builds every index. An existing one costs next to nothing, and several processes may do this at once. */
export async function buildIndexes(database: Db): Promise<void> {
  for (const { name, indexes } of definitions)
    for (const index of indexes) await buildIndex(database.collection(name), index);
}

/** Longer than for requests: nobody waits for a process that starts, and a busy database is no reason to end it. */
const startWait = Math.max(10_000, answerWait);

/**
 * Connects and builds every index. One index may take INDEX_BUILD_TIMEOUT seconds, while older processes go on.
 * @throws when the database cannot be reached within 10 s, or MONGODB_TIMEOUT when that is longer
 */
export async function connectDatabase(): Promise<void> {
  const patient = new MongoClient(config.mongodbUri, {
    serverSelectionTimeoutMS: startWait,
    connectTimeoutMS: startWait,
    waitQueueTimeoutMS: startWait,
    socketTimeoutMS: milliseconds(config.indexBuildTimeout),
    maxPoolSize: 1,
  });
  try {
    await buildIndexes(patient.db());
  } finally {
    await patient.close();
  }
  await client.connect();
}

export const disconnectDatabase = (): Promise<void> => client.close();

/** @throws when the database does not answer */
export async function pingDatabase(): Promise<void> {
  await client.db().command({ ping: 1 });
}

/** Errors that mean the same as a MongoNetworkError, by name, since the driver does not export all their classes. */
const AWAY = /^Mongo(ServerSelection|WaitQueueTimeout|NotConnected|PoolClosed|TopologyClosed|ServerClosed)Error$/;

const isNetworkError = (error: Error): boolean => error instanceof MongoNetworkError || AWAY.test(error.name);

/**
 * The codes of a server that is no longer the primary or is shutting down (MongoDB's driver specification, "SDAM"), or
 * has no room left on its disk (14031, OutOfDiskSpace).
 */
const CANNOT_WRITE = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031]);

const cannotWrite = (error: Error): boolean =>
  error instanceof MongoServerError && typeof error.code === 'number' && CANNOT_WRITE.has(error.code);

/**
 * Whether the server refused some writes of a bulk write, says which, and made the others. After any other error nobody
 * knows what was written: the driver makes a MongoBulkWriteError of whatever becomes of a bulk write, a broken connection
 * too, and keeps the message and a server's code alone.
 */
export const isRefusalOfSome = (error: unknown): error is MongoBulkWriteError =>
  error instanceof MongoBulkWriteError && !error.err && [error.writeErrors].flat().length > 0;

/** Whether a bulk write failed without an answer of the server's, which has a code. */
const isUnanswered = (error: Error): boolean =>
  error instanceof MongoBulkWriteError && error.code === undefined && !error.err;

/** What a socket fails with, which the driver gives as it came when a connection breaks while it writes to it. */
const BROKEN = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

const isBroken = (error: Error): boolean => 'code' in error && BROKEN.has(error.code);

/**
 * Whether the database could not be reached in time, is electing a primary, or is full; false when it answered with any
 * other refusal.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && [isNetworkError, isBroken, cannotWrite, isUnanswered].some((means) => means(error));

/**
 * The order of every bulk write. When two bulks insert or change the same documents in different orders, DocumentDB lets
 * each wait for the other. In one order, the second waits for the first.
 */
export const inOneOrder = (a: { _id: string }, b: { _id: string }): number =>
  a._id < b._id ? -1 : Number(a._id > b._id);

/** The server's code for an insert that meets a document with the same unique key. */
export const DUPLICATE_KEY = 11_000;

/** Whether an insert met a document with the same unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
