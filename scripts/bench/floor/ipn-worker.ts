import { MongoClient } from 'mongodb';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { runWorker } from './run-worker.js';

// The floor of a delivery: the least code that signs, posts and writes one update with the same parts. No address rules,
// no health, no lanes, no retries, no record of the attempt, no log.

interface Floor {
  id: string;
  url: string;
  body: string;
}

const { MONGODB_URI = '', FLOOR_SECRET = '', FLOOR_COLLECTION = 'floor_deliveries' } = process.env;
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

await runWorker<Floor>('floor-ipn', deliver);
