/** A place in a list as the text that a page gives out, to go on from. */
export const toCursor = (place: readonly (number | string | boolean)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that toCursor() was given, still to be checked; null for what it never gave out. */
export function fromCursor(cursor: string): unknown[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(place) ? place : null;
  } catch {
    return null;
  }
}

/** The length of one page of a list. */
export const PAGE = 50;

/**
 * Cuts a page from what was found, with the cursor that leads on from its last entry; null when nothing follows.
 * @param found in order, with one entry more than a page when there is more
 */
export function pageOf<T>(found: T[], cursorOf: (last: T) => string): { page: T[]; nextCursor: string | null } {
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && found.length > PAGE ? cursorOf(last) : null };
}
