import type { AnyBulkWriteOperation, Collection, Document, Filter } from 'mongodb';
import { batched, type Sharing } from './batch.js';
import { statementsFor, updateOf, type ConditionalUpdate, type Kept, inOneOrder } from './conditional-update.js';
import { isDatabaseAway } from './errors.js';

/** With more, the first would wait too long for the last. */
const TOGETHER = 100;

/** Whether an update was made, or why the server refused it. */
type Outcome = boolean | Error;

/**
 * Makes conditional updates that share round trips: those that arrive while two are under way go together afterwards.
 * An update that is alone starts at once, unless `sharing` says otherwise. Each still wins or loses by itself.
 * @returns a function that makes one update; it gives false when somebody else changed the document first
 */
export function sharedUpdates<T extends Document & { _id: string; gen: number }>(
  collection: Collection<T>,
  kept: Kept<T> = {},
  sharing?: Sharing,
): (update: ConditionalUpdate<T>) => Promise<boolean> {
  type Update = ConditionalUpdate<T>;

  async function isMadeAlone(update: Update): Promise<boolean> {
    const { filter, update: operators } = updateOf(update, kept);
    const { matchedCount } = await collection.updateOne(filter, operators);
    return matchedCount === 1;
  }

  // The server says how many documents were changed, not which. When some were not, each looks for its own mark.
  async function isMarked({ _id, mark }: Update): Promise<boolean> {
    const marked = { ...mark, _id } as unknown as Filter<T>; // the driver's types do not see through the generic
    return (await collection.findOne(marked, { projection: { _id: 1 } })) !== null;
  }

  const eachOf = async (updates: Update[], outcomeOf: (update: Update) => Promise<Outcome>) =>
    new Map(await Promise.all(updates.map(async (each) => [each, await outcomeOf(each)] as const)));

  // A statement ends at the first document that the server refuses. Those behind it are not to blame.
  const afterRefusal = async (update: Update): Promise<Outcome> => {
    try {
      return (await isMadeAlone(update)) || (await isMarked(update));
    } catch (error) {
      if (isDatabaseAway(error) || !(error instanceof Error)) throw error;
      return error;
    }
  };

  /** How many documents were changed. A bulk measures what it sends before it writes it: for one statement that is waste. */
  async function matchedBy(statements: AnyBulkWriteOperation<T>[]): Promise<number> {
    const [first] = statements;
    const made =
      first && 'updateMany' in first && statements.length === 1
        ? await collection.updateMany(first.updateMany.filter, first.updateMany.update)
        : await collection.bulkWrite(statements, { ordered: false });
    return made.matchedCount;
  }

  async function makeTogether(updates: Update[]): Promise<Map<Update, Outcome>> {
    try {
      const statements = statementsFor(updates.toSorted(inOneOrder), kept);
      if ((await matchedBy(statements)) === updates.length) return new Map(updates.map((each) => [each, true]));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      return eachOf(updates, afterRefusal);
    }
    return eachOf(updates, isMarked);
  }

  const make = batched<Update, boolean>(
    async (updates) => {
      const [first] = updates;
      if (first && updates.length === 1) return new Map([[first, await isMadeAlone(first)]]);
      return makeTogether(updates);
    },
    TOGETHER,
    sharing,
  );

  return async (update) => (await make(update)) ?? false;
}
