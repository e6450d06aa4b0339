import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { AskedProcess } from '../asked-process.js';
import { timeEach } from '../figures.js';
import type { TollgateLane } from '../lanes/tollgate.js';
import type { Load, Question as LoadQuestion, Target } from '../load/generator.js';
import { COMMON_AMOUNT, COMMON_LAST4 } from './common.js';
import type { Sample } from './database.js';

// What is asked of each of the databases, one call at a time.

const dispatcher = new Agent();

/** A Tollgate with a database of some size, and what is known of it. */
export interface Grown {
  tollgate: TollgateLane;
  database: AskedProcess;
  load: AskedProcess;
  token: string;
  samples: Sample[];
}

type Call = (grown: Grown, count: number) => Promise<number[]>;

async function ask({ tollgate, token }: Grown, path: string): Promise<void> {
  const answer = await request(`http://127.0.0.1:${tollgate.env.CONSOLE_PORT}${path}`, {
    dispatcher,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`);
}

const searches =
  (query: (sample: Sample) => Record<string, string>): Call =>
  (grown, count) =>
    timeEach(count, (no) => {
      const sample = grown.samples[(no * 7) % grown.samples.length];
      return ask(grown, `/api/payments?${new URLSearchParams(sample ? query(sample) : {}).toString()}`);
    });

/** Of the merchant that the samples belong to. */
export const keyOf = ({ targets }: TollgateLane): string =>
  (targets.card.bodies[0] as { public_key: string }).public_key;

async function openPage({ tollgate }: Grown, token: string): Promise<void> {
  const url = `http://127.0.0.1:${tollgate.env.PORT}/payment/checkout?payment_trx=${token}`;
  const answer = await request(url, { dispatcher });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`A hosted page was answered with ${answer.statusCode}`);
}

async function oneByOne(load: AskedProcess, target: Target, count: number): Promise<number[]> {
  const question: LoadQuestion = { kind: 'closed', target, count, inFlight: 1 };
  return (await load.ask<Load>(question)).latencies;
}

const loads =
  (bodyOf: (sample: Sample) => object): Call =>
  async ({ tollgate, load, samples }, count) => {
    const target = tollgate.targets.status([]);
    const bodies = samples.map((sample) => ({ public_key: keyOf(tollgate), ...bodyOf(sample) }));
    return oneByOne(load, { ...target, bodies }, count);
  };

/** POSTs to the merchants' API. @returns the answer's body */
async function post(
  { tollgate }: Grown,
  path: string,
  body: object,
): Promise<{ trx?: string; refund_status?: string }> {
  const { statusCode, body: answer } = await request(`http://127.0.0.1:${tollgate.env.PORT}${path}`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: keyOf(tollgate), ...body }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${text}`);
  return JSON.parse(text) as Awaited<ReturnType<typeof post>>; // by the API's own reference
}

/** Sends the whole of some payments back, which are made for it first. */
const refundEach: Call = async (grown, count) => {
  const [order] = grown.tollgate.targets.card.bodies;
  const trxs: (string | undefined)[] = [];
  while (trxs.length < count)
    trxs.push((await post(grown, '/h2h/initiate', { ...order, identifier: randomUUID() })).trx);
  return timeEach(count, async (no) => {
    const trx = trxs[no];
    const { refund_status } = await post(grown, '/h2h/refund', { trx, refund_identifier: randomUUID() });
    if (refund_status !== 'success') throw new Error(`The refund of ${trx} is ${refund_status}`);
  });
};

/** Asks where past refunds stand. */
const askRefunds: Call = (grown, count) => {
  const past = grown.samples.flatMap(({ refund }) => refund ?? []);
  return timeEach(count, (no) => post(grown, '/h2h/refund/status', { refund_identifier: past[no % past.length] }));
};

const timed =
  (time: string): Call =>
  ({ database }, count) =>
    database.ask<number[]>({ time, count });

/** Everything whose time must not grow with the database, one at a time. */
export const CALLS: Record<string, Call> = {
  'card payment': ({ tollgate, load }, count) => oneByOne(load, tollgate.targets.card, count),
  'status by trx': loads(({ trx }) => ({ trx })),
  'status by identifier': loads(({ identifier }) => ({ identifier })),
  refund: refundEach,
  'status of a refund': askRefunds,
  'hosted payment initiated': ({ tollgate, load }, count) => oneByOne(load, tollgate.targets.hosted, count),
  'hosted page of a payment': (grown, count) => {
    const hosted = grown.samples.flatMap(({ token }) => token ?? []);
    return timeEach(count, (no) => openPage(grown, hosted[no % hosted.length] ?? ''));
  },
  'pass of the sweeper': timed('sweep'),
  'pass of the retention': timed('retention'),
  "an hour compared with a gateway's books": timed('comparison'),
  "a merchant's settlement of a day": timed('settlement'),
  'console: by UPI reference': timed('reference'),
  'console: by trx': searches(({ trx }) => ({ trx })),
  'console: a payment with its deliveries': (grown, count) =>
    timeEach(count, (no) => ask(grown, `/api/payments/${grown.samples[no % grown.samples.length]?.trx}`)),
  'console: by identifier': searches(({ identifier }) => ({ identifier })),
  'console: by last four digits, a full page': searches(() => ({ last4: COMMON_LAST4 })),
  'console: by amount and currency, a full page': searches(() => ({
    amount: (COMMON_AMOUNT / 100).toFixed(2),
    currency: 'EUR',
  })),
  'console: by amount alone, a full page': searches(() => ({ amount: (COMMON_AMOUNT / 100).toFixed(2) })),
  'console: by e-mail': searches(({ email }) => ({ email })),
  "console: by a gateway's reference": searches(({ reference = '' }) => ({ reference })),
  'console: failed, newest': searches(() => ({ status: 'failed' })),
  "console: a merchant's, newest": searches(({ merchantId }) => ({ merchant: merchantId })),
  'console: newest': searches(() => ({})),
  'console: refunds, newest': (grown, count) => timeEach(count, () => ask(grown, '/api/refunds')),
  'console: refunds that failed': (grown, count) => timeEach(count, () => ask(grown, '/api/refunds?status=failed')),
  'console: figures of the overview': timed('overview'),
};
