import { LRUCache } from 'lru-cache';
import { isTimeExpired } from '../../database/errors.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { HOUR_MS, HOURS } from '../../time.js';
import type { Mode } from '../../vocabulary.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { publicStatus, STATUSES, type PaymentStatus, type TOLD_STATUSES } from '../../payments/states.js';

/** How many payments of some kind stand how. */
export type Tally = Record<(typeof TOLD_STATUSES)[number], number>;

export interface PaymentFigures {
  /** The last 24 hours by the clock, the oldest first; the last one has just begun. */
  hours: { from: Date; tally: Tally }[];
  /** By method, the busiest first; null: the customer has not chosen. */
  methods: { method: PaymentRecord['method']; tally: Tally }[];
  all: Tally;
}

interface Counted {
  _id: { method: PaymentRecord['method']; status: PaymentStatus };
  count: number;
}

const none = (): Tally => ({ pending: 0, success: 0, failed: 0, cancelled: 0 });
export const total = (tally: Tally): number => Object.values(tally).reduce((sum, each) => sum + each, 0);

/** Payments that succeeded per hundred that have ended; null when none has. */
export function successRate({ success, failed, cancelled }: Tally): number | null {
  const ended = success + failed + cancelled;
  return ended === 0 ? null : (100 * success) / ended;
}

/** What is no payment to its merchant is none here. */
const COUNTED = STATUSES.filter((status) => publicStatus(status) !== 'abandoned');

/**
 * An hour's payments by method and status. The statuses are named: the index begins with them, and the time bounds the
 * rest. Of a whole day DocumentDB expects so many that it sorts before it groups, which takes twice as long (ADR 12).
 */
const countHour = (mode: Mode, from: Date, maxTimeMS: number): Promise<Counted[]> => {
  const createdAt = { $gte: from, $lt: new Date(from.getTime() + HOUR_MS) };
  const pipeline = [
    { $match: { status: { $in: COUNTED }, createdAt, mode } },
    { $group: { _id: { method: '$method', status: '$status' }, count: { $sum: 1 } } },
  ];
  return payments.aggregate<Counted>(pipeline, { maxTimeMS }).toArray();
};

/** Counts the payments that were created in the last 24 hours by the clock. */
export async function countPayments(mode: Mode, now: Date): Promise<PaymentFigures> {
  const deadline = performance.now() + READ_LIMIT.maxTimeMS;
  const last = Math.floor(now.getTime() / HOUR_MS);
  const hours: PaymentFigures['hours'] = [];
  const byMethod = new Map<PaymentRecord['method'], Tally>();
  const all = none();
  for (let hour = last - HOURS + 1; hour <= last; hour++) {
    const [from, tally] = [new Date(hour * HOUR_MS), none()];
    hours.push({ from, tally });
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    for (const { _id, count } of await countHour(mode, from, left)) {
      const ofMethod = byMethod.get(_id.method) ?? none();
      byMethod.set(_id.method, ofMethod);
      const status = publicStatus(_id.status);
      if (status !== 'abandoned') for (const each of [tally, ofMethod, all]) each[status] += count;
    }
  }
  const methods = [...byMethod].map(([method, tally]) => ({ method, tally }));
  return { hours, methods: methods.sort((a, b) => total(b.tally) - total(a.tally)), all };
}

/** Nothing instead of figures, when so many payments were made that counting them takes too long. */
async function countInTime(mode: Mode): Promise<{ figures: PaymentFigures | null }> {
  try {
    return { figures: await countPayments(mode, new Date()) };
  } catch (error) {
    if (isTimeExpired(error)) return { figures: null };
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
