import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { Binary, Long } from 'mongodb';
import { ask } from '../support/ask.js';
import { deleteKeys, withRedis } from '../support/redis-keys.js';
import { chargeBody } from '../support/sandbox-apps.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './mixed-run.js';
import type { Sources } from './places.js';

/** A server that says what it is asked. */
export interface Echo {
  url: () => string;
  close: () => Promise<void>;
}

export function startEcho(): Echo {
  const server = createServer((request, response) => {
    response.writeHead(200).write(request.url);
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Ground {
  tollgate: Tollgate;
  sources: Sources;
  echo: Echo;
}

interface Plant {
  place: string;
  as: string;
  /** The form in which it must be found. */
  form: string;
  /** Leaves it there; gives the sources to search. */
  plant: (ground: Ground) => Promise<Sources>;
}

const { number, cvv } = APPROVED;
const json = JSON.stringify({ number, cvv });
const base64 = Buffer.from(json).toString('base64');
const hex = Buffer.from(number).toString('hex');

const inRedis = (as: string, form: string, write: (redis: Redis, key: string) => Promise<unknown>): Plant => ({
  place: 'Redis',
  as,
  form,
  plant: async ({ sources }) => {
    const bed = `${sources.queuePrefix}:planted`;
    await deleteKeys(bed); // what was planted before must not be found instead
    await withRedis((redis) => write(redis, `${bed}:${randomUUID()}`));
    return sources;
  },
});

const inMongodb = (as: string, form: string, value: unknown): Plant => ({
  place: 'MongoDB',
  as,
  form,
  plant: async ({ sources }) => {
    await sources.database.collection('planted').deleteMany({});
    await sources.database.collection('planted').insertOne({ deep: [{ value }] });
    return sources;
  },
});

/** The gateway prints and writes down the reference of a charge, whatever it is. */
const asReference = (place: string, as: string, form: string, reference: string): Plant => ({
  place,
  as,
  form,
  plant: async ({ tollgate, sources }) => {
    const { status } = await ask(`${tollgate.urls.sandboxApi}/charges`, {
      body: chargeBody(number, { reference }),
      headers: { authorization: `Bearer ${process.env.SANDBOX_API_KEY}`, 'idempotency-key': randomUUID() },
    });
    if (status !== 200) throw new Error(`The sandbox did not take the charge: ${status}`);
    if (place === 'logs') await until('it is printed', () => tollgate.logs('sandbox').includes(reference));
    return sources;
  },
});

const inAnswers = (as: string, form: string, body: string): Plant => ({
  place: 'answers',
  as,
  form,
  plant: async ({ sources, echo }) => ({ ...sources, answers: [...sources.answers, await ask(echo.url(), { body })] }),
});

/** A card left in each place, in each kind of value and each spelling. */
export const PLANTS: Plant[] = [
  inRedis('a string', 'number', (redis, key) => redis.set(key, json)),
  inRedis('the name of a key', 'number', (redis, key) => redis.set(`${key}:${number}`, 1)),
  inRedis('a field of a hash', 'number', (redis, key) => redis.hset(key, 'card', number)),
  inRedis('an item of a list', 'number', (redis, key) => redis.rpush(key, number)),
  inRedis('a member of a set', 'number', (redis, key) => redis.sadd(key, number)),
  inRedis('a member of a sorted set', 'number', (redis, key) => redis.zadd(key, 1, number)),
  inRedis('an entry of a stream', 'number', (redis, key) => redis.xadd(key, '*', 'card', number)),
  inRedis('a security code', 'security code', (redis, key) => redis.hset(key, 'data', JSON.stringify({ cvv }))),
  inRedis('base64', 'security code in base64', (redis, key) => redis.set(key, base64)),
  inMongodb('a text', 'number', `card ${number.replace(/(....)/g, '$1 ')}`),
  inMongodb('a number', 'number', Long.fromString(number)),
  inMongodb('bytes', 'number', new Binary(Buffer.from(json))),
  inMongodb('base64', 'number in base64', `x${base64}`),
  inMongodb('a security code', 'security code', { cvv }),
  inMongodb('the name on it', 'holder', APPROVED.holder),
  asReference('logs', 'hexadecimal, which the logger does not mask', 'number in hexadecimal', hex),
  asReference('files', 'a number', 'number', number),
  inAnswers('a number', 'number', `Invalid card ${number}`),
  inAnswers('a security code', 'security code', `{"errors":[{"field":"card","sent":${JSON.stringify(json)}}]}`),
  {
    place: 'metrics',
    as: 'a label',
    form: 'number',
    plant: async ({ sources, echo }) => ({
      ...sources,
      metricsUrls: [...sources.metricsUrls, `${echo.url()}/payments{card=${number}}`],
    }),
  },
];
