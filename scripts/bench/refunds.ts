import { percentile } from './figures.js';
import type { Question, Target } from './load/generator.js';
import { startBench, type Bench } from './measures/bench.js';
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

const IN_FLIGHT = 32;
/** Of so many one warms the processes up. */
const WARM_UP = 5;

const closed = (target: Target, count: number): Question => ({ kind: 'closed', target, count, inFlight: IN_FLIGHT });

/** A refund of each payment that succeeded, by its own merchant. */
async function refundsOf({ tollgate, database }: Bench): Promise<Target> {
  const { card } = tollgate.targets;
  const merchants = card.bodies as (object & Merchant)[]; // made of them by targetsOf()
  const keys = new Map(merchants.map(({ ipn_url, public_key }) => [ipn_url, public_key]));
  const payments = database.collection<{ _id: string; urls: { ipn: string } }>(tollgate.collection);
  const paid = await payments.find({ status: 'succeeded' }, { projection: { 'urls.ipn': 1 } }).toArray();
  return {
    urls: card.urls.map((url) => url.replace('/initiate', '/refund')),
    bodies: paid.map(({ _id: trx, urls }) => ({ public_key: keys.get(urls.ipn), trx, refund_identifier: trx })),
    isOrder: false,
    expected: { refund_status: 'success' },
  };
}

/** One row of the table. */
async function measure({ receiver, load }: Bench, name: string, question: Question, count: number): Promise<void> {
  await receiver.ask({ reset: true });
  const { seconds, latencies } = await load(question);
  const { p95 } = await untilReceived(receiver, count);
  const times = [percentile(latencies, 0.5), percentile(latencies, 0.99), p95];
  console.log(`| ${name} | ${(count / seconds).toFixed(1)} | ${times.map((time) => time.toFixed(0)).join(' | ')} |`);
}

/** Whole refunds of card payments, each told to its merchant, at a fixed pace and as fast as they go. */
export async function benchRefunds({ count, pace }: RefundsOptions): Promise<void> {
  const bench = await startBench(storeUris());
  try {
    const warming = Math.ceil(count / WARM_UP);
    const total = warming + 2 * count;
    await bench.load(closed(bench.tollgate.targets.card, total));
    await untilReceived(bench.receiver, total);
    const target = await refundsOf(bench);
    const part = (from: number, to?: number): Target => ({ ...target, bodies: target.bodies.slice(from, to) });
    const paced: Question = {
      kind: 'open',
      target: part(warming, warming + count),
      perSecond: pace,
      seconds: count / pace,
    };
    console.log('\n| refunds | a second | p50 ms | p99 ms | result to receiver, p95 ms |\n|---|---|---|---|---|');
    await measure(bench, 'to warm up', closed(part(0, warming), warming), warming);
    await measure(bench, `${pace} a second offered`, paced, count);
    await measure(bench, `${IN_FLIGHT} at once`, closed(part(warming + count), count), count);
  } finally {
    await bench.stop();
  }
}
