import type { AnyBulkWriteOperation, Document, Filter, UpdateFilter } from 'mongodb';

/** What becomes of one document, by its fields. */
export interface DocumentChange<T> {
  /** Each as a whole. */
  set?: Partial<T>;
  unset?: (keyof T & string)[];
  /** What lists grow by at their ends, one item each. */
  append?: { [Field in keyof T]?: T[Field] extends (infer Item)[] ? Item : never };
}

/** A change of one document that is made only if the document still has the version that was read (compare-and-set). */
export interface ConditionalUpdate<T> {
  _id: string;
  version: number;
  change: DocumentChange<T>;
  /** Matches the document only when this very update was made. */
  updateId: Filter<T>;
}

/** How many of their last items lists keep; those that are not named keep all. */
export type ListLimits<T> = { [Field in keyof T]?: number };

const limitOf = <T>(limits: ListLimits<T>, field: string): number | undefined => limits[field as keyof T]; // a field that grows

/** A condition and an operation for one document. The driver's types do not see through the generic. */
export function updateOf<T>({ _id, version, change }: ConditionalUpdate<T>, limits: ListLimits<T>) {
  const { set, unset = [], append = {} } = change;
  const lists = Object.entries<unknown>(append).map(([field, item]) => {
    const most = limitOf(limits, field);
    return [field, { $each: [item], ...(most !== undefined && { $slice: -most }) }] as const;
  });
  const operators = {
    ...(set && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, true])) }),
    ...(lists.length > 0 && { $push: Object.fromEntries(lists) }),
    $inc: { version: 1 },
  };
  return { filter: { _id, version } as unknown as Filter<T>, update: operators as unknown as UpdateFilter<T> };
}

type Group<T> = [ConditionalUpdate<T>, ...ConditionalUpdate<T>[]];

/** The stages of one update for all documents of a group: each takes the values that stand where its id stands. */
function stagesFor<T>(group: Group<T>, ids: string[], limits: ListLimits<T>): Document[] {
  const { unset = [], append = {} } = group[0].change;
  const values = group.map(({ change }) => ({ set: change.set ?? {}, append: change.append ?? {} }));
  const own = { $arrayElemAt: [{ $literal: values }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const lists = Object.keys(append).map((field) => {
    const most = limitOf(limits, field);
    const list = { $concatArrays: [`$${field}`, [`$$own.append.${field}`]] };
    return [field, most === undefined ? list : { $slice: [list, -most] }] as const;
  });
  const grown = { ...Object.fromEntries(lists), version: { $add: ['$version', 1] } };
  const changed = { $let: { vars: { own }, in: { $mergeObjects: ['$$ROOT', '$$own.set', grown] } } };
  return [{ $replaceWith: changed }, ...(unset.length > 0 ? [{ $unset: unset }] : [])];
}

function statementFor<T extends Document>(group: Group<T>, limits: ListLimits<T>): AnyBulkWriteOperation<T> {
  if (group.length === 1) return { updateOne: updateOf(group[0], limits) };
  const ids = group.map(({ _id }) => _id);
  const filter = { _id: { $in: ids }, version: group[0].version } as unknown as Filter<T>; // as above
  return { updateMany: { filter, update: stagesFor(group, ids, limits) } };
}

/** The same for updates that one statement can make: what they set and append may differ in its values alone. */
const shapeOf = <T>({ version, change: { unset = [], append = {} } }: ConditionalUpdate<T>): string =>
  JSON.stringify([version, unset, Object.keys(append)]);

/**
 * Statements that make all of these updates, one for each shape: many documents in a statement cost the server little
 * more than one does, and DocumentDB commits each statement by itself (ADR 12).
 */
export function statementsFor<T extends Document>(
  updates: ConditionalUpdate<T>[],
  limits: ListLimits<T>,
): AnyBulkWriteOperation<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const update of updates) {
    const shape = shapeOf(update);
    const group = groups.get(shape);
    if (group) group.push(update);
    else groups.set(shape, [update]);
  }
  return [...groups.values()].map((group) => statementFor(group, limits));
}

/**
 * The order of every bulk write (lock ordering). When two bulks insert or change the same documents in different
 * orders, DocumentDB lets each wait for the other (ADR 12). In one order, the second waits for the first.
 */
export const byId = (a: { _id: string }, b: { _id: string }): number => (a._id < b._id ? -1 : Number(a._id > b._id));
