/** How many things a page of a list holds. */
export const PAGE = 50;

/**
 * One page of what was found, and the cursor that leads on from its last thing; null when there is no more.
 * @param found in order, asked for one more than a page
 */
export function pageOf<T>(found: T[], cursorOf: (last: T) => string): { page: T[]; nextCursor: string | null } {
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && found.length > PAGE ? cursorOf(last) : null };
}
