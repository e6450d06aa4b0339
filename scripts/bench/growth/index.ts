import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { forkScript, type AskedProcess } from '../asked-process.js';
import { percentile, timeEach } from '../figures.js';
import { startTollgate, type TollgateLane } from '../lanes/tollgate.js';
import { storeUris } from '../stores.js';
import type { Load, Question as LoadQuestion, Target } from '../load/generator.js';
import { COMMON_AMOUNT, COMMON_LAST4 } from './common.js';
import type { AboutDatabase, Sample } from './database.js';
import { growthTable, type Growth } from './table.js';

export interface GrowthOptions {
  sizes: number[];
  rounds: number;
  /** Calls of each kind in a round. */
  count: number;
}

interface Grown {
  tollgate: TollgateLane;
  database: AskedProcess;
  load: AskedProcess;
  token: string;
  samples: Sample[];
}

type Call = (grown: Grown, count: number) => Promise<number[]>;

const SAMPLES = 200;
const MERCHANTS = 10;
const dispatcher = new Agent();
const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

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
const keyOf = ({ targets }: TollgateLane): string => (targets.card.bodies[0] as { public_key: string }).public_key;

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

const timed =
  (time: string): Call =>
  ({ database }, count) =>
    database.ask<number[]>({ time, count });

/** Everything whose time must not grow with the database, one at a time. */
const CALLS: Record<string, Call> = {
  'card payment': ({ tollgate, load }, count) => oneByOne(load, tollgate.targets.card, count),
  'status by trx': loads(({ trx }) => ({ trx })),
  'status by identifier': loads(({ identifier }) => ({ identifier })),
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
  'console: figures of the overview': timed('overview'),
};

async function grow(size: number, stops: (() => Promise<void>)[]): Promise<Grown> {
  say(`a database of ${size.toLocaleString('en')} payments`);
  const receiver = await forkScript('load/receiver.js', {}, { isReady: true });
  stops.push(() => receiver.stop());
  const ports = await receiver.ask<number[]>({ hosts: MERCHANTS });
  const tollgate = await startTollgate(
    ports.map((port) => `http://127.0.0.1:${port}/ipn`),
    storeUris(),
  );
  stops.push(() => tollgate.stop());
  const database = await forkScript('growth/database.js', tollgate.env, { isReady: true });
  stops.push(() => database.stop());
  const load = await forkScript('load/generator.js', {}, { isReady: true });
  stops.push(() => load.stop());
  const startedAt = performance.now();
  await database.ask({ fill: size });
  say(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const token = await database.ask<string>({ operator: true });
  const samples = await database.ask<Sample[]>({ sample: SAMPLES, of: size, key: keyOf(tollgate) });
  return { tollgate, database, load, token, samples };
}

async function measure(grown: Grown[], { rounds, count }: GrowthOptions): Promise<Growth['calls']> {
  const calls: Growth['calls'] = Object.fromEntries(Object.keys(CALLS).map((name) => [name, grown.map(() => [])]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, call] of Object.entries(CALLS))
      for (const [place, each] of grown.entries()) {
        const times = await call(each, count);
        if (round > 0) calls[name]?.[place]?.push(percentile(times, 0.5)); // the first one warms
      }
  return calls;
}

async function aboutAll(grown: Grown[]): Promise<AboutDatabase[]> {
  const all = [];
  for (const { database } of grown) all.push(await database.ask<AboutDatabase>({ about: true }));
  return all;
}

function unusedIndexes(before: AboutDatabase[], after: AboutDatabase[]): string[] {
  const names = Object.keys(after[0]?.indexes ?? {});
  return names.filter((name) => after.every(({ indexes }, place) => indexes[name] === before[place]?.indexes[name]));
}

/** Databases of several sizes beside each other, asked in turn, so that whatever else the machine does slows all. */
export async function benchGrowth(options: GrowthOptions, folder: string): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const grown: Grown[] = [];
    for (const size of options.sizes) grown.push(await grow(size, stops));
    say('the same calls to each in turn');
    const before = await aboutAll(grown);
    const calls = await measure(grown, options);
    const about = await aboutAll(grown);
    const growth: Growth = { sizes: options.sizes, calls, about, unused: unusedIndexes(before, about) };
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'growth.json');
    writeFileSync(file, JSON.stringify(growth));
    console.log(`\n${growthTable(growth)}\n`);
    say(`all of it is in ${file}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
