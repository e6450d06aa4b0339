import type { Collection, Document, Filter, WithId } from 'mongodb';
import { batched } from './batched.js';

/** One more would need a second round trip, and documents of a hundred are large enough. */
const TOGETHER = 100;

/**
 * Makes reads of single documents that share round trips: those that are asked for while two are under way go together
 * afterwards, so that each sees all that was written before it was asked for.
 * @param without fields that nobody who reads like this needs
 */
export function sharedReads<T extends Document & { _id: string }>(
  collection: Collection<T>,
  without: string[] = [],
): (id: string) => Promise<WithId<T> | undefined> {
  const projection = Object.fromEntries(without.map((field) => [field, 0]));
  return batched<string, WithId<T>>(async (ids) => {
    const some = { _id: { $in: ids } } as unknown as Filter<T>; // the driver's types do not see through the generic
    const found = await collection.find(some, { projection, batchSize: TOGETHER + 1 }).toArray();
    return new Map(found.map((document) => [document._id as string, document]));
  }, TOGETHER);
}
