import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import express, { type Response } from 'express';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { qrCodePng } from '../../../src/methods/upi/qr-code.js';
import { answerQuestions } from '../answer-questions.js';
import { askGateway } from './gateway.js';

// The floor of the API: bare Express, one insert, one job, and the job's end for an answer. Nothing is checked, nobody is
// authenticated, the card travels in the job; no log. The image of a QR code is the one that Tollgate draws.

interface Order {
  card?: object;
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

/** A UPI order at the gateway, its image, one insert, and a job for the first question. */
async function initiateUpi(order: Order, response: Response): Promise<void> {
  const _id = randomUUID();
  const answer = await askGateway('/orders', _id, {
    kind: 'upi',
    reference: _id,
    amount: Math.round(order.amount * 100),
    currency: order.currency,
    expires_at: new Date(Date.now() + 900_000).toISOString(),
    callback_url: 'http://127.0.0.1/',
    mobile: '+919876543210',
    note: 'Floor',
  });
  const { pa, pn } = answer as { pa: string; pn: string };
  const query = { pa, pn, tr: _id.replaceAll('-', ''), am: String(order.amount), cu: 'INR' };
  const content = `upi://pay?${new URLSearchParams(query).toString()}`;
  await payments.insertOne({ _id, ...order, status: 'pending' });
  await queue.add('confirm', { id: _id }, { delay: 900_000 });
  const qr_code = qrCodePng(content).toString('base64');
  response.json({ status: 'success', trx: _id, qr_code, qr_content: content, paymentlinks: { upi: content } });
}

app.post('/h2h/initiate', async ({ body }, response) => {
  const { card, ...order } = body as Order; // the bench sends it
  if (!card) return initiateUpi(order, response);
  const _id = randomUUID();
  await payments.insertOne({ _id, ...order, status: 'pending' });
  const job = await queue.add('authorize', { id: _id, card, order });
  const status: unknown = await job.waitUntilFinished(ends);
  response.json({ status: 'success', trx: _id, payment_status: status });
});

app.post('/payment/initiate', async ({ body }, response) => {
  const _id = randomUUID();
  await payments.insertOne({ _id, ...(body as Order), status: 'pending' });
  response.json({ status: 'success', redirect_url: `http://127.0.0.1:${PORT}/payment/checkout?payment_trx=${_id}` });
});

app.post('/h2h/status', async ({ body }, response) => {
  const { trx } = body as { trx: string };
  response.json({ ...(await payments.findOne({ _id: trx })), status: 'success' });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => answerQuestions(async () => 'ready'));
server.keepAliveTimeout = 60_000;
