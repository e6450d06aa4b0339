import { deliveries } from '../ipn/delivery.model.js';
import type { comparisons } from '../ledger/comparison.model.js';
import { payments } from '../payments/payment.model.js';

/** Since when the obligation is due that has been due for longest, of one kind of document; null when none is. */
export async function oldestDue(
  collection: typeof payments | typeof deliveries | typeof comparisons,
  now: Date,
): Promise<Date | null> {
  const [oldest] = await (collection as typeof payments) // all have obligations, and nothing else is read
    .find({ 'next.at': { $exists: true, $lte: now } }, { projection: { next: 1 } })
    .sort({ 'next.at': 1 })
    .limit(1)
    .toArray();
  return oldest?.next?.at ?? null;
}
