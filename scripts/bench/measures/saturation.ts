import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../figures.js';
import type { Lane } from '../lanes/lane.js';
import { untilReceived } from '../until-received.js';
import { watchStolenTime } from '../stolen-time.js';
import { costsOf, type Bench } from './bench.js';

/** One lane that had as much to do as it could, for a while. */
export interface SaturationRound {
  /** Payments a second, until the last one's notification had arrived. */
  perSecond: number;
  /** Processor milliseconds of each part for one payment. */
  cpu: Record<string, number>;
  /** Lua scripts that each server of Redis ran for one payment. */
  scripts: number[];
  /** From request to answer, in ms. */
  p50: number;
  p99: number;
  /** Notifications beyond one for each payment. */
  doubles: number;
  /** Percent of the processor time that was wanted and not given. */
  stolen: number;
}

/** So many requests wait at any moment: more than either lane works on at once makes nothing faster. */
const IN_FLIGHT = 64;
/** What is done after the last notification, such as recording it, belongs to the round. */
const SETTLE_MS = 500;

/** Card payments as fast as they go. */
export async function saturate(
  bench: Bench,
  lane: Lane,
  count: number,
  target = lane.targets.card,
): Promise<SaturationRound> {
  await bench.receiver.ask({ reset: true });
  const stolen = watchStolenTime();
  const before = await costsOf(lane, bench.stores);
  const { startedAt, latencies } = await bench.load({ kind: 'closed', target, count, inFlight: IN_FLIGHT });
  const { lastAt, received, distinct } = await untilReceived(bench.receiver, count);
  await delay(SETTLE_MS);
  const after = await costsOf(lane, bench.stores);
  const each = ([name, cpu]: [string, number]) => [name, (cpu - (before.cpu[name] ?? 0)) / count] as const;
  return {
    perSecond: count / ((lastAt - startedAt) / 1000),
    cpu: Object.fromEntries(Object.entries(after.cpu).map(each)),
    scripts: after.scripts.map((scripts, server) => (scripts - (before.scripts[server] ?? 0)) / count),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    doubles: received - distinct,
    stolen: stolen(),
  };
}
