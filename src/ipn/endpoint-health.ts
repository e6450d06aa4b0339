import { LRUCache } from 'lru-cache';
import { config } from '../../config/index.js';
import type { UpdateFilter } from '../database/driver.js';
import { isDuplicateKey } from '../database/errors.js';
import { logger } from '../telemetry/logger.js';
import { inSeconds } from '../jobs/obligation.js';
import { endpointId, endpoints, type Breaker, type EndpointRecord, type Target } from './endpoint.model.js';

const CACHE_TTL_MS = 10_000;
const LONGEST_PAUSE = 600;
/** How often a success is written down while all is well: healthy endpoints cost next to nothing. */
const SUCCESS_NOTED_MS = 600_000;
/** What the trial of a half-open breaker may take beyond the call's own time before another delivery may be one. */
const HALF_OPEN_SLACK = 5;

/** Health as this process last saw it; a few seconds old at most, and good enough for every decision but holding. */
const cache = new LRUCache<string, EndpointRecord>({ max: 10_000, ttl: CACHE_TTL_MS });

const unseen = (target: Target): EndpointRecord => ({
  _id: endpointId(target),
  merchantId: target.merchantId,
  mode: target.mode,
  host: target.host,
  disabled: false,
  failures: 0,
  recentFailures: [],
});

function toCache(endpoint: EndpointRecord): EndpointRecord {
  cache.set(endpoint._id, endpoint);
  return endpoint;
}

/** Drops what this process has cached, such as after an operator changed it. */
export const invalidateEndpoint = (id: string): void => void cache.delete(id);

/** The same of all of them, when another process changed one. */
export const invalidateEndpoints = (): void => cache.clear();

/** What is stored of an endpoint now; one that nothing was heard of is healthy. */
export async function readEndpoint(target: Target): Promise<EndpointRecord> {
  return toCache((await endpoints.findOne({ _id: endpointId(target) })) ?? unseen(target));
}

/** The same, up to ten seconds old. */
export async function endpointHealth(target: Target): Promise<EndpointRecord> {
  return cache.get(endpointId(target)) ?? readEndpoint(target);
}

/** Changes an endpoint, and makes it when it is not there yet. */
export async function changeEndpoint(target: Target, update: UpdateFilter<EndpointRecord>): Promise<EndpointRecord> {
  const { merchantId, mode, host } = target;
  const change = () =>
    endpoints
      .findOneAndUpdate(
        { _id: endpointId(target) },
        { ...update, $setOnInsert: { merchantId, mode, host, ...update.$setOnInsert } },
        { upsert: true, returnDocument: 'after' },
      )
      .exec();
  // Two who make it at the same moment: the later one finds it there.
  const changed = await change().catch((error: unknown) => {
    if (isDuplicateKey(error)) return change();
    throw error;
  });
  return toCache(changed ?? unseen(target));
}

/**
 * Lets one delivery through to a host whose pause is over, and moves the pause's end so that all others wait for it.
 * @returns false when another one, here or in another process, was first
 */
export async function claimHalfOpen(target: Target, breaker: Breaker): Promise<boolean> {
  const until = inSeconds(config.ipn.timeout + HALF_OPEN_SLACK);
  const claimed = await endpoints.findOneAndUpdate(
    { _id: endpointId(target), 'breaker.until': breaker.until },
    { $set: { 'breaker.until': until } },
    { returnDocument: 'after' },
  );
  if (claimed) toCache(claimed);
  else invalidateEndpoint(endpointId(target));
  return claimed !== null;
}

/** Whether a success of the last ten minutes is written down, and no failure since: people read which came last. */
const isNoted = ({ lastSuccessAt, lastFailureAt }: EndpointRecord, now: Date): boolean =>
  lastSuccessAt !== undefined &&
  now.getTime() - lastSuccessAt.getTime() < SUCCESS_NOTED_MS &&
  !(lastFailureAt && lastFailureAt > lastSuccessAt);

/** Writes a success down when there is something to clear or a failure to outdate, and else every ten minutes. */
export async function recordSuccess(target: Target): Promise<void> {
  const known = await endpointHealth(target);
  const now = new Date();
  if (known.failures === 0 && isNoted(known, now)) return;
  toCache({ ...known, failures: 0, lastSuccessAt: now }); // at once, so that calls in flight do not write it again
  await changeEndpoint(target, {
    $set: { failures: 0, recentFailures: [], lastSuccessAt: now },
    $unset: { breaker: true },
    $setOnInsert: { disabled: false },
  });
  if (known.breaker) logger.info('endpoint.recovered', { merchant: target.merchantId, host: target.host });
}

/** Whether the endpoint failed so often in so short a time, without a success, that it is better left alone. */
function isFailingFast({ recentFailures }: EndpointRecord): boolean {
  const { failures, window } = config.ipn.breaker;
  const [first] = recentFailures;
  const last = recentFailures.at(-1);
  return (
    first !== undefined &&
    last !== undefined &&
    recentFailures.length >= failures &&
    last.getTime() - first.getTime() <= window * 1000
  );
}

/**
 * Counts a failed attempt, and opens the breaker or, when the trial of a half-open one failed, leaves it open for twice
 * as long.
 * @param halfOpen the half-open breaker that let this attempt through as its trial
 */
export async function recordFailure(target: Target, halfOpen: Breaker | null): Promise<void> {
  const at = new Date();
  const endpoint = await changeEndpoint(target, {
    $inc: { failures: 1 },
    $set: { lastFailureAt: at },
    $push: { recentFailures: { $each: [at], $slice: -config.ipn.breaker.failures } },
    $setOnInsert: { disabled: false },
  });
  if (halfOpen) return openBreaker(endpoint, Math.min(2 * halfOpen.pause, LONGEST_PAUSE));
  if (!endpoint.breaker && isFailingFast(endpoint)) return openBreaker(endpoint, config.ipn.breaker.pause);
}

async function openBreaker(endpoint: EndpointRecord, pause: number): Promise<void> {
  const breaker = { until: inSeconds(pause), pause };
  const { matchedCount } = await endpoints.updateOne(
    // No success meanwhile; and no other failure that opened it, unless it was open already.
    {
      _id: endpoint._id,
      failures: { $gte: endpoint.failures },
      ...(!endpoint.breaker && { breaker: { $exists: false } }),
    },
    { $set: { breaker } },
  );
  invalidateEndpoint(endpoint._id);
  if (matchedCount === 0) return;
  logger.warn('endpoint.paused', {
    merchant: endpoint.merchantId,
    host: endpoint.host,
    failures: endpoint.failures,
    pause,
  });
}
