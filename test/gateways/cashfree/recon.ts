import { invalid } from './refusal.js';
import type { World } from './world.js';

type Body = Record<string, unknown>;

const inside = (body: Body, name: string): Body => (body[name] ?? {}) as Body; // JSON

/** A page of the books: both ends of the time belong to it, as dates of such filters do. */
export function recon(world: World, body: Body): object {
  const { limit, cursor } = inside(body, 'pagination');
  const { start_date, end_date } = inside(body, 'filters');
  if (typeof limit !== 'number' || limit < 1 || limit > 1000) throw invalid('limit');
  if (cursor !== null && typeof cursor !== 'string') throw invalid('cursor');
  const [from, to] = [Date.parse(String(start_date)), Date.parse(String(end_date))];
  if (!(from <= to)) throw invalid('start_date');
  const all = world.books.filter(({ event_details }) => {
    const at = Date.parse(String(event_details.event_time));
    return at >= from && at <= to;
  });
  const first = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  const end = first + Math.min(limit, world.pageOfBooks);
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
  return { cursor: next, limit, data: all.slice(first, end) };
}
