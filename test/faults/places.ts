import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { BSON, type Db } from 'mongodb';
import { ask, type Answer } from '../support/ask.js';
import { keysOf, withRedis } from '../support/redis-keys.js';
import { tracesOf, type SecretCard } from './card-traces.js';

/** One thing that was kept or said, and where. */
export interface Piece {
  where: string;
  text: string;
}

/** Everything that a Tollgate keeps or says. */
export interface Sources {
  queuePrefix: string;
  database: Db;
  /** All that the processes printed. */
  logs: () => string;
  /** All that the API answered. */
  answers: Answer[];
  /** The sandbox's ledger and whatever else is written beside it. */
  localDir: string;
  metricsUrls: string[];
}

// Bytes are searched as they are, one character each.
const VALUES: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: async (redis, key) => (await redis.getBuffer(key))?.toString('latin1'),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

const inRedis = ({ queuePrefix }: Sources): Promise<Piece[]> =>
  withRedis(async (redis) => {
    const pieces: Piece[] = [];
    for (const key of await keysOf(redis, queuePrefix)) {
      const type = await redis.type(key);
      if (type === 'none') continue; // gone since it was listed
      const read = VALUES[type];
      if (!read) throw new Error(`${key} is a ${type}, which nobody has taught this test to read`);
      pieces.push({ where: `the ${type} ${key}`, text: `${key} ${JSON.stringify(await read(redis, key))}` });
    }
    return pieces;
  });

/** Each document as people read it, numbers included, and as the bytes that are on the disk. */
async function inMongodb({ database }: Sources): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const { collectionName } of await database.collections())
    for await (const document of database.collection(collectionName).find()) {
      const text = BSON.EJSON.stringify(document) + Buffer.from(BSON.serialize(document)).toString('latin1');
      pieces.push({ where: `${collectionName} ${String(document._id)}`, text });
    }
  return pieces;
}

const inAnswers = ({ answers }: Sources): Piece[] =>
  answers.map(({ status, headers, text }, at) => ({
    where: `answer ${at} (${status})`,
    text: `${JSON.stringify(headers)} ${text}`,
  }));

async function inFiles({ localDir }: Sources): Promise<Piece[]> {
  const entries = await readdir(localDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(paths.map(async (where) => ({ where, text: await readFile(where, 'latin1') })));
}

const inMetrics = ({ metricsUrls }: Sources): Promise<Piece[]> =>
  Promise.all(metricsUrls.map(async (where) => ({ where, text: (await ask(where, { method: 'GET' })).text })));

const inLogs = ({ logs }: Sources): Piece[] =>
  logs()
    .split('\n')
    .map((text, at) => ({ where: `log line ${at + 1}`, text }));

/** Every place where a card could be left. */
export const PLACES: Record<string, (sources: Sources) => Promise<Piece[]> | Piece[]> = {
  Redis: inRedis,
  MongoDB: inMongodb,
  logs: inLogs,
  answers: inAnswers,
  files: inFiles,
  metrics: inMetrics,
};

/** What was found of any of these cards, in which form and where. */
export function findTraces(pieces: Piece[], cards: SecretCard[]): { form: string; where: string }[] {
  const traces = cards.flatMap(tracesOf);
  return pieces.flatMap(({ where, text }) => {
    const forms = traces.filter(({ isIn }) => isIn(text)).map(({ form }) => form);
    return [...new Set(forms)].map((form) => ({ form, where }));
  });
}
