import type { AnyBulkWriteOperation, Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { batched, type Sharing } from './batched.js';
import { inOneOrder } from './database.js';

/** A change of one document that is made only if the document still has the generation that was read. */
export interface ConditionalUpdate<T> {
  _id: string;
  gen: number;
  update: UpdateFilter<T>;
  /** Matches the document only when this very update was made. */
  mark: Filter<T>;
}

/** With more, the first would wait too long for the last. */
const TOGETHER = 100;

/**
 * Makes conditional updates that share round trips: those that arrive while two are under way go together afterwards.
 * An update that is alone starts at once, unless `sharing` says otherwise. Each still wins or loses by itself.
 * @returns a function that makes one update; it gives false when somebody else changed the document first
 */
export function sharedUpdates<T extends Document & { _id: string; gen: number }>(
  collection: Collection<T>,
  sharing?: Sharing,
): (update: ConditionalUpdate<T>) => Promise<boolean> {
  // The driver's types do not see through the generic: every T has these two fields.
  const condition = ({ _id, gen }: ConditionalUpdate<T>) => ({ _id, gen }) as unknown as Filter<T>;

  const change = ({ update }: ConditionalUpdate<T>) =>
    ({ ...update, $inc: { ...update.$inc, gen: 1 } }) as unknown as UpdateFilter<T>;

  const write = batched<ConditionalUpdate<T>, boolean>(
    async (updates) => {
      const [first] = updates;
      if (first && updates.length === 1) return new Map([[first, await updateOne(first)]]);
      const operations = updates.toSorted(inOneOrder).map((each): AnyBulkWriteOperation<T> => ({
        updateOne: { filter: condition(each), update: change(each) },
      }));
      const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
      if (matchedCount === updates.length) return new Map(updates.map((each) => [each, true]));
      return new Map(await Promise.all(updates.map(async (each) => [each, await isMade(each)] as const)));
    },
    TOGETHER,
    sharing,
  );

  async function updateOne(update: ConditionalUpdate<T>): Promise<boolean> {
    const { matchedCount } = await collection.updateOne(condition(update), change(update));
    return matchedCount === 1;
  }

  // The server says how many updates of a bulk were made, not which. When some were not, each looks for its own mark.
  async function isMade({ _id, mark }: ConditionalUpdate<T>): Promise<boolean> {
    const marked = { ...mark, _id } as unknown as Filter<T>;
    return (await collection.findOne(marked, { projection: { _id: 1 } })) !== null;
  }

  return async (update) => (await write(update)) ?? false;
}
