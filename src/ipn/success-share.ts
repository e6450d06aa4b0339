import { READ_LIMIT } from '../database/read-limit.js';
import { DAY_MS } from '../time.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import type { EndpointRecord } from './endpoint.model.js';
import { readLatest } from './sequence.js';

/** So many of a merchant's latest notifications are looked at, however many the day had. */
const MOST = 200;

/** Accepted among all attempts; null when there was none. */
type Share = number | null;

type Attempted = Pick<DeliveryRecord, 'host' | 'attempts'>;

async function latestOf({ merchantId, mode }: EndpointRecord): Promise<Attempted[]> {
  const after = (await readLatest({ merchantId, mode })) - MOST;
  return deliveries
    .find({ merchantId, mode, sequence: { $gt: after } }, READ_LIMIT)
    .project<Attempted>({ host: 1, 'attempts.at': 1, 'attempts.error': 1 })
    .toArray();
}

function shareAmong(sent: Attempted[], host: string, since: Date): Share {
  const attempts = sent
    .filter((each) => each.host === host)
    .flatMap((each) => each.attempts.filter(({ at }) => at >= since));
  return attempts.length > 0 ? attempts.filter(({ error }) => error === null).length / attempts.length : null;
}

/**
 * Which part of the attempts of the last day each endpoint has accepted, by its id. Every failure is written down at its
 * endpoint, so notifications are read only where there was one; of a merchant that has many, the latest two hundred.
 */
export async function successShares(found: EndpointRecord[], now: Date): Promise<Map<string, Share>> {
  const since = new Date(now.getTime() - DAY_MS);
  const isOfTheDay = (at: Date | undefined): boolean => at !== undefined && at >= since;
  const whose = ({ merchantId, mode }: EndpointRecord): string => `${merchantId}|${mode}`;
  const failed = found.filter(({ lastFailureAt }) => isOfTheDay(lastFailureAt));
  const owners = new Map(failed.map((each) => [whose(each), each]));
  const read = await Promise.all([...owners].map(async ([owner, each]) => [owner, await latestOf(each)] as const));
  const sent = new Map(read);
  return new Map(
    found.map((each) => {
      const attempted = isOfTheDay(each.lastFailureAt) ? sent.get(whose(each)) : undefined;
      const untroubled = isOfTheDay(each.lastSuccessAt) ? 1 : null;
      return [each._id, attempted ? shareAmong(attempted, each.host, since) : untroubled];
    }),
  );
}
