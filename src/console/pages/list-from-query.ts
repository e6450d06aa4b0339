import { ApiError } from '../../errors.js';
import type { ConsoleRequest } from '../api/console-call.js';

/** The fields that a page's address gives, as its filter shows them again. */
export const filterOf = ({ query }: Pick<ConsoleRequest, 'query'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  );

/** The same address with another cursor, for the way to the next page. */
function pathTo(path: string, filter: Record<string, string>, cursor: string | null): string | null {
  return cursor === null ? null : `${path}?${new URLSearchParams({ ...filter, cursor }).toString()}`;
}

/** Why a list is empty whatever it is of; undefined where its own page has to say it. */
function whyEmpty(more: string | null, onward: boolean): string | undefined {
  if (more !== null) return 'Nothing so far; the search stopped to answer in time.';
  return onward ? 'Nothing is further back.' : undefined;
}

interface Listed<T> {
  data: T[];
  next_cursor: string | null;
}

/**
 * What a page with a filter shows: the list that its address asks for. A fault of the address is said at its field,
 * with an empty list, `unsearched`, since people type addresses by filling the filter.
 */
export async function listFromQuery<T>(
  path: string,
  request: Pick<ConsoleRequest, 'query'>,
  list: (request: Pick<ConsoleRequest, 'query'>) => Promise<Listed<T>>,
) {
  const filter = filterOf(request);
  const { cursor, ...words } = filter;
  const onward = cursor !== undefined;
  const shown = { filter: words, filtered: Object.keys(words).length > 0, onward };
  try {
    const { data, next_cursor } = await list({ query: filter });
    const found = { rows: data, next: pathTo(path, words, next_cursor), whyEmpty: whyEmpty(next_cursor, onward) };
    return { ...shown, ...found, unsearched: false, filterFaults: {} };
  } catch (error) {
    const errors = error instanceof ApiError ? error.extra.errors : undefined;
    if (!errors) throw error;
    const filterFaults = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    return { ...shown, rows: [], next: null, whyEmpty: undefined, unsearched: true, filterFaults };
  }
}
