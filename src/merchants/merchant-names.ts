import { LRUCache } from 'lru-cache';
import { merchants } from './merchant.model.js';

/** For five seconds: every list of the console asks for the names of the same few merchants. */
const cache = new LRUCache<string, string>({ max: 10_000, ttl: 5000 });

/** Makes the next look at a merchant's name read it. */
export const invalidateName = (id: string): void => void cache.delete(id);

/** What merchants are called, by their ids; one that is gone is not among them. */
export async function merchantNames(ids: string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const unknown: string[] = [];
  for (const id of new Set(ids)) {
    const name = cache.get(id);
    if (name === undefined) unknown.push(id);
    else names.set(id, name);
  }
  if (unknown.length === 0) return names;
  for (const { _id, name } of await merchants.find({ _id: { $in: unknown } }, { name: 1 })) {
    cache.set(_id, name);
    names.set(_id, name);
  }
  return names;
}
