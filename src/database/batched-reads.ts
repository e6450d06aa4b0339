import type { Collection, Document, Filter, WithId } from 'mongodb';
import { batched, type Sharing } from './batch.js';

/** The most reads in one round trip: a hundred documents make a batch that is large enough. */
const TOGETHER = 100;

/**
 * Makes reads of single documents that share round trips: those that arrive while two are under way go together
 * afterwards, so that each sees everything that was written before it. One that is alone starts at once, unless `sharing`
 * says otherwise.
 * @param without fields that no reader of this kind needs
 * @returns a function that reads one document by its id
 */
export function sharedReads<T extends Document & { _id: string }>(
  collection: Collection<T>,
  without: string[] = [],
  sharing?: Sharing,
): (id: string) => Promise<WithId<T> | undefined> {
  const projection = Object.fromEntries(without.map((field) => [field, 0]));
  return batched<string, WithId<T>>(
    async (ids) => {
      const some = { _id: { $in: ids } } as unknown as Filter<T>; // the driver's types do not see through the generic
      const found = await collection.find(some, { projection, batchSize: TOGETHER + 1 }).toArray();
      return new Map(found.map((document) => [document._id as string, document]));
    },
    TOGETHER,
    sharing,
  );
}
