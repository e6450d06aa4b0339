import { LRUCache } from 'lru-cache';

/** Keeps for five seconds what was read about merchants, so that not every request and notification reads it again. */
export class Remembered<Value extends object> {
  readonly #cache = new LRUCache<string, Value>({ max: 10_000, ttl: 5000 });
  /** How often everything was forgotten: what was read before must not be remembered after. */
  #forgotten = 0;

  /** Makes the next look at anything read it. */
  forget(): void {
    this.#forgotten += 1;
    this.#cache.clear();
  }

  /** What is remembered, or else what `read` gives; null is not remembered. */
  async get<Read extends Value | null>(key: string, read: () => Promise<Read>): Promise<Value | Read> {
    const known = this.#cache.get(key);
    if (known) return known;
    const before = this.#forgotten;
    const value = await read();
    if (value && before === this.#forgotten) this.#cache.set(key, value);
    return value;
  }
}
