import type { Collection, Filter } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import type { Waiting } from '../../jobs/obligation.js';

/** When the oldest due obligation of a collection fell due; null when none is due. */
export async function oldestDue<T extends Waiting>(collection: Collection<T>, now: Date): Promise<Date | null> {
  // Every document with an obligation has this field; the driver's types cannot see through the generic.
  const due = { 'next.at': { $exists: true, $lte: now } } as unknown as Filter<T>; // ADR 12
  const [oldest] = await collection
    .find<Pick<T, 'next'>>(due, { ...READ_LIMIT, projection: { next: 1 } })
    .sort({ 'next.at': 1 })
    .limit(1)
    .toArray();
  return oldest?.next?.at ?? null;
}
