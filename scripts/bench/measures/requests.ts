import { percentile } from '../figures.js';
import type { Lane } from '../lanes/lane.js';
import type { Target } from '../load/generator.js';
import type { Bench } from './bench.js';

/** Requests without a notification: as many as a lane answers, and how quickly. */
export interface RequestRound {
  perSecond: number;
  /** From request to answer, in ms, with IN_FLIGHT at any moment. */
  p50: number;
  p99: number;
}

const IN_FLIGHT = 32;
const POLLED = 200;
/** As Tollgate calls it, and as the floor does. */
const WAITING = ['awaiting_payment', 'checkout_open', 'pending'];

async function ask(bench: Bench, target: Target, count: number): Promise<RequestRound> {
  const { seconds, latencies } = await bench.load({ kind: 'closed', target, count, inFlight: IN_FLIGHT });
  return { perSecond: count / seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

/** Status polls of payments that are there. */
export async function pollStatus(bench: Bench, lane: Lane, count: number): Promise<RequestRound> {
  const payments = bench.database.collection<{ _id: string }>(lane.collection);
  const found = await payments.find(lane.ofFirstMerchant, { projection: { _id: 1 }, limit: POLLED }).toArray();
  return ask(bench, lane.targets.status(found.map(({ _id }) => _id)), count);
}

/** Orders that wait for their customer. They are taken away again, so that nobody asks for their money meanwhile. */
export async function initiate(bench: Bench, lane: Lane, kind: 'upi' | 'hosted', count: number): Promise<RequestRound> {
  const round = await ask(bench, lane.targets[kind], count);
  await bench.database.collection(lane.collection).deleteMany({ status: { $in: WAITING } });
  return round;
}
