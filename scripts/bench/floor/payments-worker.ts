import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { askGateway } from './gateway.js';
import { runWorker } from './run-worker.js';

// The floor of a payment's work: one call to the gateway, one update, one job for its notification. No claim, no state
// machine, no retries that are safe; no log.

interface Floor {
  id: string;
  card: { number: string; expiry_month: number; expiry_year: number; cvv: string; holder: string };
  order: { amount: number; currency: string; ipn_url: string; identifier: string };
}

const { MONGODB_URI = '', REDIS_URL = '', FLOOR_PREFIX = '' } = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const payments = client.db().collection<{ _id: string }>('floor_payments');
const notifications = new Queue('floor-ipn', {
  connection: new Redis(REDIS_URL),
  prefix: FLOOR_PREFIX,
  defaultJobOptions: { removeOnComplete: { count: 1000 } },
});

async function charge({ id, card, order: { amount, currency } }: Floor): Promise<string> {
  const answer = await askGateway('/charges', id, {
    reference: id,
    amount: Math.round(amount * 100),
    currency,
    card: { ...card, number: card.number.replaceAll(' ', '') },
    three_ds: 'required',
    return_url: 'http://127.0.0.1/',
  });
  const { status } = answer as { status: string };
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

await runWorker<Floor>('floor-payments', authorize);
