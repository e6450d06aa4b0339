import { LRUCache } from 'lru-cache';
import { MongoServerError } from 'mongodb';
import { config } from '../../../config/index.js';
import { HOUR_MS, HOURS } from '../../day.js';
import type { Mode } from '../../merchants/merchant.model.js';
import { milliseconds } from '../../milliseconds.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { publicStatus, STATUSES, type PaymentStatus, type PublicStatus } from '../../payments/states.js';

/** How many payments of some kind stand how. */
export type Tally = Record<PublicStatus, number>;

export interface PaymentFigures {
  /** The last 24 hours by the clock, the oldest first; the last one has just begun. */
  hours: { from: Date; tally: Tally }[];
  /** By method, the busiest first; null: the customer has not chosen. */
  methods: { method: PaymentRecord['method']; tally: Tally }[];
  all: Tally;
}

interface Counted {
  _id: { hour: string; method: PaymentRecord['method']; status: PaymentStatus };
  count: number;
}

/** Below the database's own patience, so that the rest of the page is still drawn (see database.ts). */
const PATIENCE_MS = milliseconds(0.6 * config.mongodbTimeout);

/** MaxTimeMSExpired, in MongoDB's list of codes. */
const EXPIRED = 50;

const none = (): Tally => ({ pending: 0, success: 0, failed: 0, cancelled: 0 });
export const total = (tally: Tally): number => Object.values(tally).reduce((sum, each) => sum + each, 0);

/** Payments that succeeded per hundred that have ended; null when none has. */
export function successRate({ success, failed, cancelled }: Tally): number | null {
  const ended = success + failed + cancelled;
  return ended === 0 ? null : (100 * success) / ended;
}

/** All statuses are named: the index begins with them, and the time bounds the rest. */
const count = (mode: Mode, from: Date): Promise<Counted[]> => {
  const pipeline = [
    { $match: { status: { $in: STATUSES }, createdAt: { $gte: from }, mode } },
    {
      $group: {
        _id: {
          hour: { $dateToString: { date: '$createdAt', format: '%Y-%m-%dT%H' } },
          method: '$method',
          status: '$status',
        },
        count: { $sum: 1 },
      },
    },
  ];
  return payments.aggregate<Counted>(pipeline, { maxTimeMS: PATIENCE_MS }).toArray();
};

/** Counts the payments that were created in the last 24 hours by the clock. */
export async function countPayments(mode: Mode, now: Date): Promise<PaymentFigures> {
  const first = Math.floor(now.getTime() / HOUR_MS) - HOURS + 1;
  const hours = Array.from({ length: HOURS }, (_, index) => ({
    from: new Date((first + index) * HOUR_MS),
    tally: none(),
  }));
  const byHour = new Map(hours.map(({ from, tally }) => [from.toISOString().slice(0, 13), tally]));
  const byMethod = new Map<PaymentRecord['method'], Tally>();
  const all = none();
  for (const { _id, count: found } of await count(mode, new Date(first * HOUR_MS))) {
    const ofMethod = byMethod.get(_id.method) ?? none();
    byMethod.set(_id.method, ofMethod);
    for (const tally of [byHour.get(_id.hour), ofMethod, all]) if (tally) tally[publicStatus(_id.status)] += found;
  }
  const methods = [...byMethod].map(([method, tally]) => ({ method, tally }));
  return { hours, methods: methods.sort((a, b) => total(b.tally) - total(a.tally)), all };
}

/** Nothing instead of figures, when so many payments were made that counting them takes too long. */
async function countInTime(mode: Mode): Promise<{ figures: PaymentFigures | null }> {
  try {
    return { figures: await countPayments(mode, new Date()) };
  } catch (error) {
    if (error instanceof MongoServerError && error.code === EXPIRED) return { figures: null };
    throw error;
  }
}

/** Counted at most every ten seconds, however many people look. */
const cache = new LRUCache<Mode, { figures: PaymentFigures | null }>({
  max: 2,
  ttl: 10_000,
  fetchMethod: countInTime,
});

/** The same, up to ten seconds old; null when they are too many to count within a request. */
export const paymentFigures = async (mode: Mode): Promise<PaymentFigures | null> =>
  (await cache.forceFetch(mode)).figures;
