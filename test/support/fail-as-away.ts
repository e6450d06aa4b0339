import { MongoClient, type Db } from 'mongodb';
import { isDatabaseAway } from '../../src/database/errors.js';
import { startMongoProxy, type MongoProxy } from './mongo-proxy.js';

/**
 * Begins writes of a database behind a proxy to which `onOperation` happens; of each, whether it failed as one does that
 * meets no database.
 */
export async function failAsAway(
  onOperation: MongoProxy['onOperation'],
  begin: (database: Db) => Promise<unknown>[],
): Promise<boolean[]> {
  const { MONGODB_URI = '' } = process.env;
  const proxy = await startMongoProxy(MONGODB_URI);
  const client = await new MongoClient(proxy.through(MONGODB_URI)).connect();
  proxy.onOperation = onOperation;
  const outcomes = await Promise.allSettled(begin(client.db()));
  await client.close();
  return outcomes.map((one) => one.status === 'rejected' && isDatabaseAway(one.reason));
}
