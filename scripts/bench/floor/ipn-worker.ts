import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { answerQuestions } from '../answer-questions.js';

// The floor of a delivery: the least code that signs, posts and writes one update with the same parts. No address rules,
// no health, no lanes, no retries, no record of the attempt, no log.

interface Floor {
  id: string;
  url: string;
  body: string;
}

const {
  MONGODB_URI = '',
  REDIS_URL = '',
  FLOOR_PREFIX = '',
  FLOOR_SECRET = '',
  FLOOR_COLLECTION = 'floor_deliveries',
  FLOOR_CONCURRENCY,
} = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const deliveries = client.db().collection<{ _id: string }>(FLOOR_COLLECTION);
const dispatcher = new Agent({ pipelining: 1 });

async function deliver({ id, url, body }: Floor): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', FLOOR_SECRET).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await request(url, {
    dispatcher,
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
  await answer.body.dump();
  await deliveries.updateOne({ _id: id }, { $set: { delivery: 'delivered' } });
}

const worker = new Worker<Floor>('floor-ipn', ({ data }) => deliver(data), {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  prefix: FLOOR_PREFIX,
  concurrency: Number(FLOOR_CONCURRENCY),
});
worker.on('error', (error) => console.error(error));
worker.on('failed', (_job, error) => console.error(error));
await worker.waitUntilReady();
answerQuestions(async () => 'ready');
