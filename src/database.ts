import {
  type Collection,
  type CreateIndexesOptions,
  type Document,
  type IndexSpecification,
  MongoClient,
  MongoServerError,
} from 'mongodb';
import { config } from '../config/index.js';

/** Together they keep every operation under 3 s when the database is dead or frozen (contract 15). */
const client = new MongoClient(config.mongodbUri, {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  socketTimeoutMS: 2500,
  waitQueueTimeoutMS: 2000,
  retryReads: false,
  maxPoolSize: 20,
  monitorCommands: true, // lets tests count operations; free while nobody listens
});

export const mongoClient = client;

interface Index {
  key: IndexSpecification;
  options?: CreateIndexesOptions;
}

const definitions: { collection: Collection; indexes: Index[] }[] = [];

/** A collection with its indexes, which are built when the process connects. */
export function defineCollection<T extends Document>(name: string, indexes: Index[] = []): Collection<T> {
  const collection = client.db().collection<T>(name);
  // The list only builds indexes, for which the documents' type does not matter.
  definitions.push({ collection: collection as unknown as Collection, indexes });
  return collection;
}

/**
 * Connects and sees to every index.
 * @throws when the database cannot be reached within 2 s
 */
export async function connectDatabase(): Promise<void> {
  await client.connect();
  for (const { collection, indexes } of definitions)
    for (const { key, options } of indexes) await collection.createIndex(key, options);
}

export const disconnectDatabase = (): Promise<void> => client.close();

/** @throws when the database does not answer */
export async function pingDatabase(): Promise<void> {
  await client.db().command({ ping: 1 });
}

const AWAY =
  /^Mongo(ServerSelection|Network|NetworkTimeout|WaitQueueTimeout|NotConnected|PoolCleared|PoolClosed|TopologyClosed|ServerClosed)Error$/;

/** Whether an error says that the database could not be asked, or not in time; not that it refused. */
export const isDatabaseAway = (error: unknown): boolean => error instanceof Error && AWAY.test(error.name);

/** Whether an insert met a document with the same unique key. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;
