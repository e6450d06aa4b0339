import type { AnyBulkWriteOperation, Document, Filter, UpdateFilter } from 'mongodb';

/** What becomes of one document, by its fields. */
export interface Change<T> {
  /** Each as a whole. */
  set?: Partial<T>;
  unset?: (keyof T & string)[];
  /** What lists grow by at their ends, one item each. */
  append?: { [Field in keyof T]?: T[Field] extends (infer Item)[] ? Item : never };
}

/** A change of one document that is made only if the document still has the generation that was read. */
export interface ConditionalUpdate<T> {
  _id: string;
  gen: number;
  change: Change<T>;
  /** Matches the document only when this very update was made. */
  mark: Filter<T>;
}

/** How many of their last items lists keep; those that are not named keep all. */
export type Kept<T> = { [Field in keyof T]?: number };

const keptOf = <T>(kept: Kept<T>, field: string): number | undefined => kept[field as keyof T]; // a field that grows

/** A condition and an operation for one document. The driver's types do not see through the generic. */
export function updateOf<T>({ _id, gen, change }: ConditionalUpdate<T>, kept: Kept<T>) {
  const { set, unset = [], append = {} } = change;
  const lists = Object.entries<unknown>(append).map(([field, item]) => {
    const most = keptOf(kept, field);
    return [field, { $each: [item], ...(most !== undefined && { $slice: -most }) }] as const;
  });
  const operators = {
    ...(set && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, true])) }),
    ...(lists.length > 0 && { $push: Object.fromEntries(lists) }),
    $inc: { gen: 1 },
  };
  return { filter: { _id, gen } as unknown as Filter<T>, update: operators as unknown as UpdateFilter<T> };
}

type Group<T> = [ConditionalUpdate<T>, ...ConditionalUpdate<T>[]];

/** The stages of one update for all documents of a group: each takes the values that stand where its id stands. */
function stagesFor<T>(group: Group<T>, ids: string[], kept: Kept<T>): Document[] {
  const { unset = [], append = {} } = group[0].change;
  const values = group.map(({ change }) => ({ set: change.set ?? {}, append: change.append ?? {} }));
  const own = { $arrayElemAt: [{ $literal: values }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const lists = Object.keys(append).map((field) => {
    const most = keptOf(kept, field);
    const list = { $concatArrays: [`$${field}`, [`$$own.append.${field}`]] };
    return [field, most === undefined ? list : { $slice: [list, -most] }] as const;
  });
  const grown = { ...Object.fromEntries(lists), gen: { $add: ['$gen', 1] } };
  const changed = { $let: { vars: { own }, in: { $mergeObjects: ['$$ROOT', '$$own.set', grown] } } };
  return [{ $replaceWith: changed }, ...(unset.length > 0 ? [{ $unset: unset }] : [])];
}

function statementFor<T extends Document>(group: Group<T>, kept: Kept<T>): AnyBulkWriteOperation<T> {
  if (group.length === 1) return { updateOne: updateOf(group[0], kept) };
  const ids = group.map(({ _id }) => _id);
  const filter = { _id: { $in: ids }, gen: group[0].gen } as unknown as Filter<T>; // as above
  return { updateMany: { filter, update: stagesFor(group, ids, kept) } };
}

/** The same for updates that one statement can make: what they set and append may differ in its values alone. */
const shapeOf = <T>({ gen, change: { unset = [], append = {} } }: ConditionalUpdate<T>): string =>
  JSON.stringify([gen, unset, Object.keys(append)]);

/**
 * Statements that make all of these updates, one for each shape: many documents in a statement cost the server little
 * more than one does, and DocumentDB commits each statement by itself.
 */
export function statementsFor<T extends Document>(
  updates: ConditionalUpdate<T>[],
  kept: Kept<T>,
): AnyBulkWriteOperation<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const update of updates) {
    const shape = shapeOf(update);
    const group = groups.get(shape);
    if (group) group.push(update);
    else groups.set(shape, [update]);
  }
  return [...groups.values()].map((group) => statementFor(group, kept));
}

/**
 * The order of every bulk write. When two bulks insert or change the same documents in different orders, DocumentDB lets
 * each wait for the other. In one order, the second waits for the first.
 */
export const inOneOrder = (a: { _id: string }, b: { _id: string }): number =>
  a._id < b._id ? -1 : Number(a._id > b._id);
