import { fromCursor, PAGE, pageOf, toCursor } from '../../database/cursor.js';

/** What can be listed by age. */
interface Aged {
  _id: string;
  createdAt: Date;
}

/** A place in a list: what stands after it is older, or as old with a lower id. */
export interface Place {
  at: Date;
  id: string;
}

/** What a list is bounded to: from a moment on, and before another. */
export interface Bounds {
  from?: Date | undefined;
  before?: Date | undefined;
}

/** A part of a query: a stretch of time, without what was shown already. */
export interface Stretch {
  createdAt?: { $gte?: Date; $lte?: Date };
  $or?: [{ createdAt: { $lt: Date } }, { _id: { $lt: string } }];
}

const FIRST_STRETCH_MS = 10_000;
const GROWTH = 8;
/** Nothing was taken before this. */
const BEGINNING = Date.UTC(2020, 0, 1);
/** After a look that took longer than this, the next stretch is no longer. */
const QUICK_MS = 200;
/** After this time the page goes out as it is, and its cursor leads on from there. */
const PATIENCE_MS = 2000;

function stretch(from: Date | null, after: Place | null): Stretch {
  const createdAt = { ...(from && { $gte: from }), ...(after && { $lte: after.at }) };
  return {
    ...((from ?? after) && { createdAt }),
    ...(after && { $or: [{ createdAt: { $lt: after.at } }, { _id: { $lt: after.id } }] }),
  };
}

export const writeCursor = ({ at, id }: Place): string => toCursor([at.getTime(), id]);

/** The place that a cursor stands for; null for what we never gave out. */
export function readCursor(cursor: string): Place | null {
  const [time, id, ...more] = fromCursor(cursor) ?? [];
  const at = new Date(typeof time === 'number' ? time : NaN);
  return typeof id === 'string' && more.length === 0 && !Number.isNaN(at.getTime()) ? { at, id } : null;
}

const cursorOf = ({ createdAt, _id }: Aged): string => writeCursor({ at: createdAt, id: _id });

/** Runs a list's query for a stretch of time, sorted by NEWEST. */
type Look<T> = (stretch: Stretch, limit: number) => Promise<T[]>;

export const NEWEST = { createdAt: -1, _id: -1 } as const;

/**
 * One page of a long list, newest first. Not every server sorts by a secondary index (ADR 12), so the list is never
 * sorted as a whole: it is read in stretches that go back in time, each eight times as long as the one before, until the
 * page is full. So what has to be sorted is never much more than a page, however long the list. A page may be short,
 * even empty, and still have a next one, when what is looked for is rare and no index finds it. Stretches outside of the
 * bounds are not read.
 */
export async function newestFirst<T extends Aged>(
  look: Look<T>,
  cursor: Place | undefined,
  { from: oldest, before: end }: Bounds = {},
) {
  const started = performance.now();
  const found: T[] = [];
  const beginning = Math.max(BEGINNING, oldest?.getTime() ?? BEGINNING);
  let after = cursor ?? (end && end.getTime() < Date.now() ? { at: end, id: '' } : null);
  let length = FIRST_STRETCH_MS;
  for (;;) {
    const from = new Date(Math.max(beginning, (after?.at.getTime() ?? Date.now()) - length));
    const asked = performance.now();
    found.push(...(await look(stretch(from, after), PAGE + 1 - found.length)));
    if (found.length > PAGE || from.getTime() <= beginning) return pageOf(found, cursorOf);
    after = { at: from, id: '' };
    const now = performance.now();
    if (now - started > PATIENCE_MS) return { page: found, nextCursor: writeCursor(after) };
    if (now - asked < QUICK_MS) length *= GROWTH;
  }
}

/** The same for a list that is short because of what it is asked for, such as one payment's deliveries. */
export async function newestOfFew<T extends Aged>(look: Look<T>, cursor: Place | undefined) {
  return pageOf(await look(stretch(null, cursor ?? null), PAGE + 1), cursorOf);
}
