import { setTimeout as pause } from 'node:timers/promises';
import {
  type Collection,
  type CreateIndexesOptions,
  type Db,
  type Document,
  type IndexSpecification,
  MongoClient,
  type MongoClientOptions,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { config, ConfigError, refuseToStart } from '../config/index.js';

/** What the driver says of a connection string that it refuses may quote the password. */
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

/** Together they keep every operation under 3 s when the database is dead or frozen (contract 15). */
const client = makeClient({
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  socketTimeoutMS: 2500,
  waitQueueTimeoutMS: 2000,
  retryReads: false,
  maxPoolSize: 20,
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

/** DocumentDB may refuse one of several clients that build an index, or insert the same unique keys, at the same moment. */
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

/** Sees to every index. Those that are there already cost next to nothing, and other processes may do the same. */
export async function buildIndexes(database: Db): Promise<void> {
  for (const { name, indexes } of definitions)
    for (const index of indexes) await buildIndex(database.collection(name), index);
}

/** Nobody waits for a process that starts, and a busy database is no reason to end. */
const STARTED_WITHIN = { serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 10_000, waitQueueTimeoutMS: 10_000 };

/**
 * Connects and sees to every index, which may take as long as INDEX_BUILD_TIMEOUT while older processes go on.
 * @throws when the database cannot be reached within 10 s
 */
export async function connectDatabase(): Promise<void> {
  const patient = new MongoClient(config.mongodbUri, {
    ...STARTED_WITHIN,
    socketTimeoutMS: config.indexBuildTimeout * 1000,
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

/** Besides every MongoNetworkError. Some of their classes are not exported. */
const AWAY = /^Mongo(ServerSelection|WaitQueueTimeout|NotConnected|PoolClosed|TopologyClosed|ServerClosed)Error$/;

/**
 * What a server says that is not the primary any more, or shuts down (MongoDB's specification of drivers, SDAM), or has no
 * room left on its disk (14031, OutOfDiskSpace).
 */
const CANNOT_WRITE = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031]);

const cannotWrite = (error: Error): boolean =>
  error instanceof MongoServerError && typeof error.code === 'number' && CANNOT_WRITE.has(error.code);

/** Whether an error says that the database could not be asked, or not in time, elects or is full; not that it refused. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (error instanceof MongoNetworkError || AWAY.test(error.name) || cannotWrite(error));

/**
 * The order of every bulk. When two bulks change the same documents in different orders, DocumentDB lets each wait for
 * the other; in one order, the second waits for the first.
 */
export const inOneOrder = (a: { _id: string }, b: { _id: string }): number =>
  a._id < b._id ? -1 : Number(a._id > b._id);

/** The server's code for an insert that meets a document with the same unique key. */
export const DUPLICATE_KEY = 11_000;

/** Whether an insert met a document with the same unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
