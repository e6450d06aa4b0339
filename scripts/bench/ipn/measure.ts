import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { usageOf } from '../process-figures.js';
import type { AskedProcess } from '../asked-process.js';
import type { Lane } from './lanes.js';
import type { Stats } from '../load/receiver.js';
import { until } from '../../until.js';
import { untilReceived } from '../until-received.js';

const LOOK_MS = 20;
const PATIENCE_MS = 300_000;
/** Jobs in one go: more take Redis longer than a client waits for it. */
const AT_ONCE = 500;
/** Events that are being stored at any moment of a flood: with 64, the cores had time left. */
const FLOOD = 128;

/** One lane that has emptied its queue. */
export interface Drained {
  perSecond: number;
  /** Processor milliseconds of the worker for each delivery. */
  cpuEach: number;
  lost: number;
  doubles: number;
}

/** Waits until as many events as the lane is given have arrived and are recorded. */
async function untilDelivered(
  lane: Lane,
  receiver: AskedProcess,
  count: number,
  give: () => Promise<void>,
): Promise<Drained> {
  const recordedBefore = await lane.recorded();
  await receiver.ask({ reset: true });
  const [startedAt, cpu] = [performance.now(), usageOf(lane.pid).cpu];
  await give();
  const stats = await untilReceived(receiver, count);
  const seconds = (performance.now() - startedAt) / 1000;
  const isRecorded = async () => (await lane.recorded()) >= recordedBefore + count;
  await until(`${lane.name} has recorded ${count}`, isRecorded, PATIENCE_MS, LOOK_MS);
  return {
    perSecond: count / seconds,
    cpuEach: (usageOf(lane.pid).cpu - cpu) / count,
    lost: count - stats.distinct,
    doubles: stats.received - stats.distinct,
  };
}

/** Wakes a worker for many events that are stored already. */
export async function drain(lane: Lane, receiver: AskedProcess, count: number): Promise<Drained> {
  const events = await lane.store(count);
  return untilDelivered(lane, receiver, count, async () => {
    for (let from = 0; from < count; from += AT_ONCE) await lane.wakeAll(events.slice(from, from + AT_ONCE));
  });
}

/** Events that happen as fast as the lane stores them, so many at any moment: from nothing to recorded. */
export async function flood(
  lane: Lane,
  receiver: AskedProcess,
  count: number,
  make: () => DeliveryRecord,
): Promise<Drained> {
  let begun = 0;
  const oneAfterTheOther = async () => {
    while (begun++ < count) await lane.deliver(make());
  };
  return untilDelivered(lane, receiver, count, async () => {
    await Promise.all(Array.from({ length: FLOOD }, oneAfterTheOther));
  });
}

/**
 * Events at a fixed rate, whatever becomes of those before: an event's time is when it was meant to happen.
 * @param make an event that happens at that moment
 * @param awaited how many of them the receiver will answer
 */
export async function pace(
  lane: Lane,
  receiver: AskedProcess,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  make: (at: Date) => DeliveryRecord,
  isAwaited: (event: DeliveryRecord) => boolean = () => true,
): Promise<Stats> {
  await receiver.ask({ reset: true });
  const begun = Date.now();
  const under: Promise<void>[] = [];
  let awaited = 0;
  for (let no = 0; no < perSecond * seconds; no++) {
    const at = begun + (no * 1000) / perSecond;
    if (at > Date.now()) await delay(at - Date.now());
    const event = make(new Date(at));
    if (isAwaited(event)) awaited += 1;
    under.push(lane.deliver(event));
  }
  await Promise.all(under);
  return untilReceived(receiver, awaited);
}
