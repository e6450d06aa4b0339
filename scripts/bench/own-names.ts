import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** Names of a bench's own in stores that others may use, too. */
export interface OwnNames {
  env: Record<string, string>;
  /** Takes away what was stored under them. */
  remove: () => Promise<void>;
}

async function dropDatabase(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  await client.db().dropDatabase();
  await client.close();
}

/** Deletes every key that begins with a prefix and a colon. */
export async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 1000 }))
    if ((keys as string[]).length > 0) await redis.del(keys as string[]); // a scan gives the names of keys
  redis.disconnect();
}

/** Where MONGODB_URI and REDIS_URL are given, a database and a prefix; ./scripts/up starts stores of its own otherwise. */
export function ownNames({ MONGODB_URI, REDIS_URL, REDIS_CLUSTER }: NodeJS.ProcessEnv): OwnNames {
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const prefix = `{${name}}`;
  const database = MONGODB_URI && new URL(MONGODB_URI);
  if (database) database.pathname = `/${name.replace('-', '_')}`;
  return {
    env: { QUEUE_PREFIX: prefix, ...(database && { MONGODB_URI: database.href }) },
    async remove() {
      if (database) await dropDatabase(database.href);
      if (REDIS_URL && !REDIS_CLUSTER) await deleteKeys(REDIS_URL, prefix);
    },
  };
}
