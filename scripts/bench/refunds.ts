import { MongoClient } from 'mongodb';
import { forkScript } from './asked-process.js';
import { percentile } from './figures.js';
import { startTollgate, type TollgateLane } from './lanes/tollgate.js';
import type { Load, Question, Target } from './load/generator.js';
import { storeUris } from './stores.js';
import { untilReceived } from './until-received.js';

export interface RefundsOptions {
  count: number;
  /** Refunds a second. */
  pace: number;
}

interface Merchant {
  public_key: string;
  ipn_url: string;
}

const MERCHANTS = 10;
const IN_FLIGHT = 32;
/** Of so many one warms the processes up. */
const WARM_UP = 5;

/** A refund of each payment that succeeded, by its own merchant. */
async function refundsOf({ env, targets }: TollgateLane): Promise<Target> {
  const merchants = targets.card.bodies as (object & Merchant)[]; // made of them by targetsOf()
  const keys = new Map(merchants.map(({ ipn_url, public_key }) => [ipn_url, public_key]));
  const client = await new MongoClient(env.MONGODB_URI ?? '').connect();
  try {
    const payments = client.db().collection<{ _id: string; urls: { ipn: string } }>('payments');
    const paid = await payments.find({ status: 'succeeded' }, { projection: { 'urls.ipn': 1 } }).toArray();
    return {
      urls: targets.card.urls.map((url) => url.replace('/initiate', '/refund')),
      bodies: paid.map(({ _id: trx, urls }) => ({ public_key: keys.get(urls.ipn), trx, refund_identifier: trx })),
      isOrder: false,
      expected: { refund_status: 'success' },
    };
  } finally {
    await client.close();
  }
}

/** Whole refunds of card payments, each told to its merchant, at a fixed pace and as fast as they go. */
export async function benchRefunds({ count, pace }: RefundsOptions): Promise<void> {
  const receiver = await forkScript('load/receiver.js', {}, { isReady: true });
  const generator = await forkScript('load/generator.js', {}, { isReady: true });
  const load = (question: Question) => generator.ask<Load>(question);
  const ports = await receiver.ask<number[]>({ hosts: MERCHANTS });
  const receivers = ports.map((port) => `http://127.0.0.1:${port}/ipn`);
  const tollgate = await startTollgate(receivers, storeUris());
  try {
    const warming = Math.ceil(count / WARM_UP);
    const total = warming + 2 * count;
    await load({ kind: 'closed', target: tollgate.targets.card, count: total, inFlight: IN_FLIGHT });
    await untilReceived(receiver, total);
    const target = await refundsOf(tollgate);
    const part = (from: number, to?: number): Target => ({ ...target, bodies: target.bodies.slice(from, to) });
    console.log('\n| refunds | a second | p50 ms | p99 ms | result to receiver, p95 ms |\n|---|---|---|---|---|');
    const measure = async (name: string, question: Question, refunds: number) => {
      await receiver.ask({ reset: true });
      const { seconds, latencies } = await load(question);
      const { p95 } = await untilReceived(receiver, refunds);
      const [rate, ...times] = [refunds / seconds, percentile(latencies, 0.5), percentile(latencies, 0.99), p95];
      console.log(`| ${name} | ${rate.toFixed(1)} | ${times.map((time) => time.toFixed(0)).join(' | ')} |`);
    };
    const closed = (bodies: Target, refunds: number): Question => ({
      kind: 'closed',
      target: bodies,
      count: refunds,
      inFlight: IN_FLIGHT,
    });
    await measure('to warm up', closed(part(0, warming), warming), warming);
    const paced = part(warming, warming + count);
    await measure(
      `${pace} a second offered`,
      { kind: 'open', target: paced, perSecond: pace, seconds: count / pace },
      count,
    );
    await measure('32 at once', closed(part(warming + count), count), count);
  } finally {
    await tollgate.stop();
    await generator.stop();
    await receiver.stop();
  }
}
