import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { answerQuestions } from '../answer-questions.js';

// The floor of the API: bare Express, one insert, one job, and the job's end for an answer. Nothing is checked, nobody is
// authenticated, the card travels in the job; no log.

interface Order {
  card: object;
  amount: number;
  currency: string;
  ipn_url: string;
}

interface Payment {
  _id: string;
  status: string;
}

const { MONGODB_URI = '', REDIS_URL = '', FLOOR_PREFIX = '', PORT } = process.env;
const client = await new MongoClient(MONGODB_URI).connect();
const payments = client.db().collection<Payment>('floor_payments');
const queue = new Queue('floor-payments', {
  connection: new Redis(REDIS_URL),
  prefix: FLOOR_PREFIX,
  defaultJobOptions: { removeOnComplete: { count: 1000 } },
});
const ends = new QueueEvents('floor-payments', {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  prefix: FLOOR_PREFIX,
});
for (const each of [queue, ends]) each.setMaxListeners(0);
await ends.waitUntilReady();

const app = express();
app.use(express.json());

app.post('/h2h/initiate', async (request, response) => {
  const { card, ...order } = request.body as Order; // the bench sends it
  const _id = randomUUID();
  await payments.insertOne({ _id, ...order, status: 'pending' });
  const job = await queue.add('authorize', { id: _id, card, order });
  const status: unknown = await job.waitUntilFinished(ends);
  response.json({ status: 'success', trx: _id, payment_status: status });
});

app.post('/h2h/status', async (request, response) => {
  const { trx } = request.body as { trx: string };
  response.json({ ...(await payments.findOne({ _id: trx })), status: 'success' });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => answerQuestions(async () => 'ready'));
server.keepAliveTimeout = 60_000;
