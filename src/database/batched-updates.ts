import type { AnyBulkWriteOperation, Collection, Document, Filter } from 'mongodb';
import { batched, type Batching } from './batch.js';
import { statementsFor, updateOf, type ConditionalUpdate, type ListLimits, byId } from './conditional-update.js';
import { isDatabaseAway } from './errors.js';

/** With more, the first would wait too long for the last. */
const MAX_BATCH = 100;

/** Whether an update was made, or why the server refused it. */
type Outcome = boolean | Error;

/**
 * Makes conditional updates that share round trips (group commit): those that arrive while two are under way go
 * together afterwards. An update that is alone starts at once, unless `batching` says otherwise. Each still wins or
 * loses by itself.
 * @returns a function that makes one update of a document as it was read; it gives false when somebody else changed it first
 */
export function batchedUpdates<T extends Document & { _id: string; version: number }>(
  collection: Collection<T>,
  limits: ListLimits<T> = {},
  batching?: Batching,
): (read: Pick<T, '_id' | 'version'>, update: Omit<ConditionalUpdate<T>, '_id' | 'version'>) => Promise<boolean> {
  type Update = ConditionalUpdate<T>;

  async function applyOne(update: Update): Promise<boolean> {
    const { filter, update: operators } = updateOf(update, limits);
    const { matchedCount } = await collection.updateOne(filter, operators);
    return matchedCount === 1;
  }

  // The server says how many documents were changed, not which. When some were not, each looks for its own updateId.
  async function isApplied({ _id, updateId }: Update): Promise<boolean> {
    const applied = { ...updateId, _id } as unknown as Filter<T>; // the driver's types do not see through the generic
    return (await collection.findOne(applied, { projection: { _id: 1 } })) !== null;
  }

  const eachOf = async (updates: Update[], outcomeOf: (update: Update) => Promise<Outcome>) =>
    new Map(await Promise.all(updates.map(async (each) => [each, await outcomeOf(each)] as const)));

  // A statement ends at the first document that the server refuses. Those behind it are not to blame.
  const afterRefusal = async (update: Update): Promise<Outcome> => {
    try {
      return (await applyOne(update)) || (await isApplied(update));
    } catch (error) {
      if (isDatabaseAway(error) || !(error instanceof Error)) throw error;
      return error;
    }
  };

  /**
   * How many documents were changed. A bulk measures what it sends before it writes it: for one statement that is
   * waste.
   */
  async function matchedBy(statements: AnyBulkWriteOperation<T>[]): Promise<number> {
    const [first] = statements;
    const made =
      first && 'updateMany' in first && statements.length === 1
        ? await collection.updateMany(first.updateMany.filter, first.updateMany.update)
        : await collection.bulkWrite(statements, { ordered: false });
    return made.matchedCount;
  }

  async function applyBatch(updates: Update[]): Promise<Map<Update, Outcome>> {
    try {
      const statements = statementsFor(updates.toSorted(byId), limits);
      if ((await matchedBy(statements)) === updates.length) return new Map(updates.map((each) => [each, true]));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      return eachOf(updates, afterRefusal);
    }
    return eachOf(updates, isApplied);
  }

  const apply = batched<Update, boolean>(
    async (updates) => {
      const [first] = updates;
      if (first && updates.length === 1) return new Map([[first, await applyOne(first)]]);
      return applyBatch(updates);
    },
    MAX_BATCH,
    batching,
  );

  return async ({ _id, version }, update) => (await apply({ _id, version, ...update })) ?? false;
}
