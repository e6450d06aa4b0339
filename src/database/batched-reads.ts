import type { Collection, Document, Filter, WithId } from 'mongodb';
import { batched, type Batching } from './batch.js';

/** The most reads in one round trip: a hundred documents make a batch that is large enough. */
const MAX_BATCH = 100;

/**
 * Makes reads of single documents that share round trips (group commit): those that arrive while two are under way go
 * together afterwards, so that each sees everything that was written before it. One that is alone starts at once,
 * unless `batching` says otherwise.
 * @param without fields that no reader of this kind needs
 * @returns a function that reads one document by its id
 */
export function batchedReads<T extends Document & { _id: string }>(
  collection: Collection<T>,
  without: string[] = [],
  batching?: Batching,
): (id: string) => Promise<WithId<T> | undefined> {
  const projection = Object.fromEntries(without.map((field) => [field, 0]));
  return batched<string, WithId<T>>(
    async (ids) => {
      const some = { _id: { $in: ids } } as unknown as Filter<T>; // the driver's types do not see through the generic
      const found = await collection.find(some, { projection, batchSize: MAX_BATCH + 1 }).toArray();
      return new Map(found.map((document) => [document._id as string, document]));
    },
    MAX_BATCH,
    batching,
  );
}
