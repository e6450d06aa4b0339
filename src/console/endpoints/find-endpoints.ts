import type { Filter } from '../../database/driver.js';
import { PAGE, pageOf } from '../../database/cursor.js';
import { endpoints, type EndpointRecord } from '../../ipn/endpoint.model.js';

/** A place in the list: those that fail stand before the others, both by id. */
export interface Place {
  fails: boolean;
  id: string;
}

const CURSOR = /^(failing\.)?(ep_[\w-]{22})$/;

/** The place that a cursor stands for; null for what we never gave out. */
export function readPlace(cursor: string): Place | null {
  const [, failing, id] = CURSOR.exec(cursor) ?? [];
  return id === undefined ? null : { fails: failing !== undefined, id };
}

export interface EndpointQuery {
  disabled?: 'true';
  failing?: 'true';
  cursor?: Place;
}

const FAILING: Filter<EndpointRecord> = { failures: { $gt: 0 } };
const OTHERS: Filter<EndpointRecord> = { failures: 0 };

const find = async (filter: Filter<EndpointRecord>, after: string | undefined): Promise<EndpointRecord[]> =>
  endpoints
    .find({ ...filter, ...(after !== undefined && { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(PAGE + 1);

/** Disabled before failing before healthy; those that have failed more often first. */
const worstFirst = (a: EndpointRecord, b: EndpointRecord): number =>
  Number(b.disabled) - Number(a.disabled) || b.failures - a.failures;

/**
 * One page of the endpoints, those that fail before all others, and where the next one begins. By id, which is the
 * primary key, since the place of an endpoint among those that fail would change with every failure; the worst of a
 * page comes first on it.
 */
export async function findEndpoints({ disabled, failing, cursor }: EndpointQuery) {
  const which = { ...(disabled && { disabled: true }) };
  const isPast = cursor !== undefined && !cursor.fails;
  const found = await Promise.all([
    isPast ? [] : find({ ...which, ...FAILING }, cursor?.id),
    failing ? [] : find({ ...which, ...OTHERS }, isPast ? cursor.id : undefined),
  ]);
  const { page, nextCursor } = pageOf(found.flat(), ({ _id, failures }) => (failures > 0 ? `failing.${_id}` : _id));
  return { page: page.sort(worstFirst), nextCursor };
}
