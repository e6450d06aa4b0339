import type { Told } from './callbacks.js';
import { DueQueue } from './due-queue.js';

/** The news that goes out next, of what is kept by its key. */
export class DueCallbacks<T extends Told> {
  readonly #due = new DueQueue<string>();
  readonly #find: (key: string) => T | undefined;

  constructor(find: (key: string) => T | undefined) {
    this.#find = find;
  }

  /** Takes over the news of what was saved; what it holds when it is due is what counts. */
  note({ key, callback }: T): void {
    if (callback) this.#due.add(callback.at, key);
  }

  /** The next one whose news is to go out by `now`, ms since 1970. */
  take(now: number): T | undefined {
    for (let due = this.#due.take(now); due; due = this.#due.take(now)) {
      const told = this.#find(due.what);
      if (told?.callback?.at === due.at) return told; // else it was overtaken meanwhile
    }
    return undefined;
  }
}
