import { LRUCache } from 'lru-cache';
import type { UpdateFilter } from '../database/driver.js';
import { isDuplicateKey } from '../database/errors.js';
import { endpointId, endpoints, type EndpointRecord, type Target } from './endpoint.model.js';

const CACHE_TTL_MS = 10_000;

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

export function cacheEndpoint(endpoint: EndpointRecord): EndpointRecord {
  cache.set(endpoint._id, endpoint);
  return endpoint;
}

/** Drops what this process has cached, such as after an operator changed it. */
export const invalidateEndpoint = (id: string): void => void cache.delete(id);

/** The same of all of them, when another process changed one. */
export const invalidateEndpoints = (): void => cache.clear();

/** What is stored of an endpoint now; one that nothing was heard of is healthy. */
export async function readEndpoint(target: Target): Promise<EndpointRecord> {
  return cacheEndpoint((await endpoints.findOne({ _id: endpointId(target) })) ?? unseen(target));
}

/** The same, up to ten seconds old. */
export async function endpointHealth(target: Target): Promise<EndpointRecord> {
  return cache.get(endpointId(target)) ?? readEndpoint(target);
}

/** What an update leaves alone, as it is in an endpoint that nothing was heard of. */
function untouchedBy(update: UpdateFilter<EndpointRecord>, target: Target): Partial<EndpointRecord> {
  const touched = new Set(['_id', ...Object.values(update).flatMap((operands: object) => Object.keys(operands))]);
  return Object.fromEntries(Object.entries(unseen(target)).filter(([field]) => !touched.has(field)));
}

/** Changes an endpoint, and makes it when it is not there yet. */
export async function changeEndpoint(target: Target, update: UpdateFilter<EndpointRecord>): Promise<EndpointRecord> {
  const change = () =>
    endpoints
      .findOneAndUpdate(
        { _id: endpointId(target) },
        { ...update, $setOnInsert: untouchedBy(update, target) },
        { upsert: true, returnDocument: 'after' },
      )
      .exec();
  // Two who make it at the same moment: the later one finds it there.
  const changed = await change().catch((error: unknown) => {
    if (isDuplicateKey(error)) return change();
    throw error;
  });
  return cacheEndpoint(changed ?? unseen(target));
}
