import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { Agent, request } from 'undici';
import { answerQuestions } from '../answer-questions.js';

// The floor of a payment's work: one call to the gateway, one update, one job for its notification. No claim, no state
// machine, no retries that are safe; no log.

interface Floor {
  id: string;
  card: { number: string; expiry_month: number; expiry_year: number; cvv: string; holder: string };
  order: { amount: number; currency: string; ipn_url: string; identifier: string };
}

const {
  MONGODB_URI = '',
  REDIS_URL = '',
  FLOOR_PREFIX = '',
  FLOOR_GATEWAY = '',
  SANDBOX_API_KEY = '',
  FLOOR_CONCURRENCY,
} = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const payments = client.db().collection<{ _id: string }>('floor_payments');
const notifications = new Queue('floor-ipn', {
  connection: new Redis(REDIS_URL),
  prefix: FLOOR_PREFIX,
  defaultJobOptions: { removeOnComplete: { count: 1000 } },
});
const dispatcher = new Agent();

async function charge({ id, card, order: { amount, currency } }: Floor): Promise<string> {
  const answer = await request(`${FLOOR_GATEWAY}/charges`, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Bearer ${SANDBOX_API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': `${id}-1`,
    },
    body: JSON.stringify({
      reference: id,
      amount: Math.round(amount * 100),
      currency,
      card: { ...card, number: card.number.replaceAll(' ', '') },
      three_ds: 'required',
      return_url: 'http://127.0.0.1/',
    }),
  });
  const { status } = (await answer.body.json()) as { status: string };
  return status === 'charged' ? 'success' : 'failed';
}

async function authorize(job: Floor): Promise<string> {
  const status = await charge(job);
  const timestamp = new Date().toISOString();
  await payments.updateOne({ _id: job.id }, { $set: { status } });
  const body = JSON.stringify({
    id: `evt_${job.id}`,
    type: `payment.${status}`,
    timestamp,
    identifier: job.order.identifier,
    status,
    data: job.order,
  });
  await notifications.add('ipn', { id: job.id, url: job.order.ipn_url, body });
  return status;
}

const worker = new Worker<Floor>('floor-payments', ({ data }) => authorize(data), {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  prefix: FLOOR_PREFIX,
  concurrency: Number(FLOOR_CONCURRENCY),
});
worker.on('error', (error) => console.error(error));
worker.on('failed', (_job, error) => console.error(error));
await worker.waitUntilReady();
answerQuestions(async () => 'ready');
