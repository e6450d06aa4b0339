import type { Told } from './orders/callbacks.js';
import { DueCallbacks } from './orders/due-callbacks.js';
import { DueQueue } from './orders/due-queue.js';

/** What there can be several of for one charge. */
interface OfCharge extends Told {
  charge: string;
}

/** Every record of a kind that belongs to charges, by key, with what is due next and whom it is told to. */
export abstract class BookByCharge<T extends OfCharge> {
  /** The one that was saved last comes last. */
  readonly #records = new Map<string, T>();
  readonly #keysByCharge = new Map<string, Set<string>>();
  readonly #due = new DueQueue<string>();
  readonly callbacks = new DueCallbacks<T>((key) => this.#records.get(key));
  readonly #write: (record: T) => void;

  /** @param write puts a record on file before it returns */
  constructor(write: (record: T) => void) {
    this.#write = write;
  }

  /** When something becomes of a record by itself, ms since 1970; undefined when nothing does. */
  protected abstract dueAt(record: T): number | undefined;

  /** Takes over a record that is on file. */
  remember(record: T): void {
    const { key, charge } = record;
    this.#records.delete(key);
    this.#records.set(key, record);
    const keys = this.#keysByCharge.get(charge) ?? new Set();
    this.#keysByCharge.set(charge, keys.add(key));
    const dueAt = this.dueAt(record);
    if (dueAt !== undefined) this.#due.add(dueAt, key);
    this.callbacks.note(record);
  }

  save(record: T): T {
    const saved = { ...record, savedAt: Date.now() };
    this.#write(saved);
    this.remember(saved);
    return saved;
  }

  /** The next one that is due by `now`, ms since 1970. */
  takeDue(now: number): T | undefined {
    for (let due = this.#due.take(now); due; due = this.#due.take(now)) {
      const record = this.#records.get(due.what);
      if (record && this.dueAt(record) !== undefined) return record; // else it was written down more than once
    }
    return undefined;
  }

  /** The one that was saved last comes last. */
  all(): Iterable<T> {
    return this.#records.values();
  }

  findTold(key: string): T | undefined {
    return this.#records.get(key);
  }

  protected recordsOf(charge: string): T[] {
    return [...(this.#keysByCharge.get(charge) ?? [])].flatMap((key) => this.#records.get(key) ?? []);
  }

  purge({ key, charge }: T): void {
    this.#records.delete(key);
    const keys = this.#keysByCharge.get(charge);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByCharge.delete(charge);
  }
}
