import type { Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import { batched } from './batch.js';
import { DUPLICATE_KEY, isDuplicateKey, isPartialWriteError } from './errors.js';
import { byId } from './conditional-update.js';

const MAX_BATCH = 100;

type Outcome = 'inserted' | 'duplicate';

/**
 * Makes inserts that share round trips (group commit): those that arrive while two are under way go together
 * afterwards. Each document is taken or refused by itself.
 * @returns a function that inserts one document; it gives false when there is one with the same unique key
 */
export function batchedInserts<T extends Document & { _id: string }>(
  collection: Collection<T>,
): (document: OptionalUnlessRequiredId<T>) => Promise<boolean> {
  type New = OptionalUnlessRequiredId<T>;

  /** An error is the server's own, for any refusal but a duplicate's. */
  async function insertAll(unordered: New[]): Promise<Map<New, Outcome | Error>> {
    const documents = unordered.toSorted(byId);
    const outcomes = new Map<New, Outcome | Error>(documents.map((document) => [document, 'inserted']));
    try {
      await collection.insertMany(documents, { ordered: false });
    } catch (error) {
      if (!isPartialWriteError(error)) throw error;
      for (const { index, code } of [error.writeErrors].flat()) {
        const document = documents[index];
        if (document) outcomes.set(document, code === DUPLICATE_KEY ? 'duplicate' : error);
      }
    }
    return outcomes;
  }

  async function insertOne(document: New): Promise<Outcome> {
    try {
      await collection.insertOne(document);
      return 'inserted';
    } catch (error) {
      if (isDuplicateKey(error)) return 'duplicate';
      throw error;
    }
  }

  const insert = batched<New, Outcome>(async (documents) => {
    const [first] = documents;
    if (first && documents.length === 1) return new Map([[first, await insertOne(first)]]);
    return insertAll(documents);
  }, MAX_BATCH);

  return async (document) => (await insert(document)) === 'inserted';
}
