import { setTimeout as delay } from 'node:timers/promises';
import type { ByLane, Lane } from '../lanes/lane.js';
import { wakeUpsOf } from '../process-figures.js';
import type { StoreUris } from '../stores.js';
import { startWireCounter, type WireCounter } from '../wire-counter.js';
import { untilReceived } from '../until-received.js';
import { startBench, type Bench } from './bench.js';

/** What one payment with its notification asks of the stores: counted, so without noise. */
export interface Counted {
  /** Commands to MongoDB by name and collection, such as `insert payments`. */
  commands: Record<string, number>;
  /** Lua scripts in Redis. */
  scripts: number;
  /** How often its processes were woken, by line of the Procfile. */
  wakeUps: Record<string, number>;
}

export interface Counts {
  /** One payment after the other. */
  alone: ByLane<Counted>;
  /** As many at once as both lanes take. */
  saturated: ByLane<Counted>;
}

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

const IDLE_MS = 4000; // two passes of the sweeper
const SETTLE_MS = 500;
const IN_FLIGHT = 64;

interface Seen extends Counted {
  at: number;
}

async function look({ stores }: Bench, { counts }: WireCounter, lane: Lane): Promise<Seen> {
  const { scripts } = await stores.figures();
  const woken = Object.entries(lane.pids()).map(([name, pids]) => [name, sum(pids.map(wakeUpsOf))] as const);
  return {
    at: performance.now(),
    scripts: sum(scripts),
    commands: Object.fromEntries(counts),
    wakeUps: Object.fromEntries(woken),
  };
}

/** What happened between two looks, without what happens by itself in that time. */
function difference(from: Seen, to: Seen, idle: { from: Seen; to: Seen } | null, payments: number): Counted {
  const share = idle ? (to.at - from.at) / (idle.to.at - idle.from.at) : 0;
  const of = (read: (seen: Seen) => number): number => {
    const idleCount = idle ? read(idle.to) - read(idle.from) : 0;
    return (read(to) - read(from) - share * idleCount) / payments;
  };
  const byName = (key: 'commands' | 'wakeUps') =>
    Object.keys(to[key]).map((name) => [name, of((seen) => seen[key][name] ?? 0)] as const);
  // A pass of the sweeper more or less is no command of a payment's.
  return {
    commands: Object.fromEntries(byName('commands').filter(([, count]) => count >= 0.02)),
    scripts: of(({ scripts }) => scripts),
    wakeUps: Object.fromEntries(byName('wakeUps')),
  };
}

async function count(bench: Bench, counter: WireCounter, lane: Lane, alone: number, atOnce: number) {
  const run = async (payments: number, inFlight: number) => {
    await bench.receiver.ask({ reset: true });
    const from = await look(bench, counter, lane);
    if (inFlight > 1) await bench.load({ kind: 'closed', target: lane.targets.card, count: payments, inFlight });
    else
      for (let payment = 1; payment <= payments; payment++) {
        await bench.load({ kind: 'closed', target: lane.targets.card, count: 1, inFlight });
        await untilReceived(bench.receiver, payment);
      }
    await untilReceived(bench.receiver, payments);
    await delay(SETTLE_MS);
    return { from, to: await look(bench, counter, lane) };
  };
  const idle = {
    from: await look(bench, counter, lane),
    to: await delay(IDLE_MS).then(() => look(bench, counter, lane)),
  };
  await run(atOnce, IN_FLIGHT); // for some seconds merchants, secrets and endpoints are known now
  const [one, many] = [await run(alone, 1), await run(atOnce, IN_FLIGHT)];
  return {
    alone: difference(one.from, one.to, idle, alone),
    saturated: difference(many.from, many.to, idle, atOnce),
  };
}

/** Starts both lanes once more, with somebody on the wire who counts. */
export async function countOperations(uris: StoreUris, alone: number, atOnce: number): Promise<Counts> {
  const counter = await startWireCounter(uris.MONGODB_URI);
  try {
    const bench = await startBench({ ...uris, MONGODB_URI: counter.uri });
    try {
      const floor = await count(bench, counter, bench.lanes.floor, alone, atOnce);
      const Tollgate = await count(bench, counter, bench.lanes.Tollgate, alone, atOnce);
      return {
        alone: { floor: floor.alone, Tollgate: Tollgate.alone },
        saturated: { floor: floor.saturated, Tollgate: Tollgate.saturated },
      };
    } finally {
      await bench.stop();
    }
  } finally {
    await counter.close();
  }
}
