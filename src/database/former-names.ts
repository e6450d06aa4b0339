import type { Collection, Db, Document } from 'mongodb';
import { retryDeadlock } from './retry-deadlock.js';

/**
 * What 0.1 stored in a collection under names that 0.2 does not know. No way for later renames: `gen`, by which its documents
 * are told, is of 0.1 alone, and the two versions must not run side by side.
 */
interface FormerNames {
  collection: string;
  /** Old path to new path, beside `gen`: every document has that, and it goes last, so that its absence says that all is done. */
  fields: Record<string, string>;
  /** Old name of an owed job to its new one. */
  jobs: Record<string, string>;
  /** Finds, by indexes, the documents that anybody may change before `npm run migrate` has been run. */
  waiting: Document[];
}

const exists = { $exists: true };

const FORMER_NAMES: FormerNames[] = [
  {
    collection: 'payments',
    fields: {
      'proof.gen': 'proof.reviewVersion',
      'local.looks': 'local.pollCount',
      'threeDs.looks': 'threeDs.pollCount',
      questions: 'inquiryCount',
      unrelayed: 'unpublished',
    },
    jobs: { reconciliation: 'status-inquiry' },
    waiting: [{ 'next.at': exists }, { 'proof.next.at': exists }, { 'review.kind': exists }, { unrelayed: exists }],
  },
  {
    collection: 'ipn_deliveries',
    fields: {},
    jobs: {},
    waiting: [{ 'next.at': exists }, { status: { $in: ['held', 'exhausted'] } }],
  },
  {
    collection: 'ledger_comparisons',
    fields: { questions: 'inquiryCount' },
    jobs: { 'ledger-comparison': 'reconciliation' },
    waiting: [{ 'next.at': exists }],
  },
];

const BATCH = 500;

/**
 * Documents that processes of both versions have changed have both names: there the new one holds. It is null where a
 * statement for many documents has added to none.
 */
async function renameBatch(collection: Collection, ids: unknown[], { fields, jobs }: FormerNames): Promise<number> {
  const former = { _id: { $in: ids }, gen: exists } as Document;
  for (const [from, to] of Object.entries(jobs))
    await retryDeadlock(() => collection.updateMany({ ...former, 'next.job': from }, { $set: { 'next.job': to } }));
  let renamed = 0;
  // Each by itself, where it is: for a path that is not there, DocumentDB makes what it lies in (ADR 12).
  for (const [from, to] of Object.entries({ ...fields, gen: 'version' })) {
    const left = { ...former, [from]: exists };
    const moved = await retryDeadlock(() =>
      collection.updateMany({ ...left, [to]: null }, { $rename: { [from]: to } }),
    );
    const dropped = await retryDeadlock(() => collection.updateMany(left, { $unset: { [from]: true } }));
    renamed = moved.modifiedCount + dropped.modifiedCount;
  }
  return renamed;
}

/** @returns how many documents have got their new names now */
async function renameAll(database: Db, names: FormerNames, filter: Document): Promise<number> {
  const collection = database.collection(names.collection);
  const found = collection.find({ ...filter, gen: exists }, { projection: { _id: 1 }, batchSize: BATCH });
  let renamed = 0;
  let ids: unknown[] = [];
  for await (const { _id } of found) {
    if (ids.push(_id) < BATCH) continue;
    renamed += await renameBatch(collection, ids, names);
    ids = [];
  }
  return renamed + (ids.length > 0 ? await renameBatch(collection, ids, names) : 0);
}

/**
 * Gives the documents that wait for something the names that this version knows them by, whenever a process starts. They
 * are found by index, so that a database without any costs one look. Processes of 0.1 must have ended: they take documents
 * without `gen` for new ones, and change them as well.
 */
export async function renameWaiting(database: Db): Promise<void> {
  for (const names of FORMER_NAMES) for (const filter of names.waiting) await renameAll(database, names, filter);
}

/** The same for every document there is. @returns how many of each collection had old names */
export async function renameEverything(database: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const names of FORMER_NAMES) counts[`${names.collection} renamed`] = await renameAll(database, names, {});
  return counts;
}
