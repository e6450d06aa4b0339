import { LRUCache } from 'lru-cache';

/** Keeps for five seconds what was read about merchants, so that not every request and notification reads it again. */
export class TtlCache<Value extends object> {
  readonly #cache = new LRUCache<string, Value>({ max: 10_000, ttl: 5000 });
  /** How often everything was invalidated: what was read before must not be cached after. */
  #invalidations = 0;

  /** Makes the next get() of anything read it. */
  invalidate(): void {
    this.#invalidations += 1;
    this.#cache.clear();
  }

  /** What is cached, or else what `read` gives; null is not cached. */
  async get<Read extends Value | null>(key: string, read: () => Promise<Read>): Promise<Value | Read> {
    const known = this.#cache.get(key);
    if (known) return known;
    const before = this.#invalidations;
    const value = await read();
    if (value && before === this.#invalidations) this.#cache.set(key, value);
    return value;
  }
}
