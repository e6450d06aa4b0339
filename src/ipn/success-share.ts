import { LRUCache } from 'lru-cache';
import { READ_LIMIT } from '../database/read-limit.js';
import { DAY_MS } from '../time.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import type { EndpointRecord } from './endpoint.model.js';
import { notedSequences } from './sequence.js';

/** Of a merchant's notifications the latest are looked at, however many the day had: these, and up to a hundred more. */
const LATEST = 50;

/** Accepted among all attempts; null when there was none. */
type Share = number | null;

type Attempted = Pick<DeliveryRecord, 'merchantId' | 'host' | 'attempts'>;

/** The latest notifications of the merchants whose endpoints these are, in one question. */
async function latestOf(failed: EndpointRecord[]): Promise<Attempted[]> {
  if (failed.length === 0) return [];
  const modes = new Map(failed.map(({ merchantId, mode }) => [merchantId, mode]));
  const noted = await notedSequences([...modes.keys()]);
  const whose = [...modes].map(([merchantId, mode]) => ({
    merchantId,
    mode,
    sequence: { $gt: (noted.get(merchantId) ?? 0) - LATEST },
  }));
  return deliveries
    .find({ $or: whose }, READ_LIMIT)
    .project<Attempted>({ merchantId: 1, host: 1, 'attempts.at': 1, 'attempts.error': 1 })
    .toArray();
}

function shareAmong(sent: Attempted[], { merchantId, host }: EndpointRecord, since: Date): Share {
  const own = sent.filter((each) => each.merchantId === merchantId && each.host === host);
  const attempts = own.flatMap((each) => each.attempts.filter(({ at }) => at >= since));
  return attempts.length > 0 ? attempts.filter(({ error }) => error === null).length / attempts.length : null;
}

/**
 * What was counted lately, for ten seconds or until the endpoint fails again: with fifty that fail, several thousand
 * notifications are read.
 */
const counted = new LRUCache<string, { share: Share }>({ max: 10_000, ttl: 10_000 });
const stateOf = ({ _id, lastFailureAt }: EndpointRecord): string => `${_id} ${lastFailureAt?.getTime()}`;

async function countAnew(failed: EndpointRecord[], since: Date): Promise<Map<string, Share>> {
  const sent = await latestOf(failed);
  return new Map(
    failed.map((each) => {
      const share = shareAmong(sent, each, since);
      counted.set(stateOf(each), { share });
      return [each._id, share];
    }),
  );
}

/**
 * Which part of the attempts of the last day each endpoint has accepted, by its id. Every failure is written down at its
 * endpoint, so notifications are read only where there was one; of a merchant that has many, the latest hundred or
 * so.
 */
export async function successShares(found: EndpointRecord[], now: Date): Promise<Map<string, Share>> {
  const since = new Date(now.getTime() - DAY_MS);
  const isOfTheDay = (at: Date | undefined): boolean => at !== undefined && at >= since;
  const shares = new Map<string, Share>();
  const unknown: EndpointRecord[] = [];
  for (const each of found) {
    const lately = counted.get(stateOf(each));
    if (!isOfTheDay(each.lastFailureAt)) shares.set(each._id, isOfTheDay(each.lastSuccessAt) ? 1 : null);
    else if (lately) shares.set(each._id, lately.share);
    else unknown.push(each);
  }
  for (const [id, share] of await countAnew(unknown, since)) shares.set(id, share);
  return shares;
}
