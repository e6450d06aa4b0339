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
