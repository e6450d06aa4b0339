import { DueCallbacks } from '../orders/due-callbacks.js';
import { DueQueue } from '../orders/due-queue.js';
import { isSeen, type DisputeRecord, type SeenDispute } from './dispute.js';

/** Every dispute that the gateway knows, or is going to know of. */
export class DisputeBook {
  /** The one that was saved last comes last. */
  readonly #records = new Map<string, DisputeRecord>();
  readonly #keysByCharge = new Map<string, Set<string>>();
  readonly #due = new DueQueue<string>();
  readonly callbacks = new DueCallbacks<DisputeRecord>((key) => this.#records.get(key));
  readonly #write: (record: DisputeRecord) => void;

  /** @param write puts a record on file before it returns */
  constructor(write: (record: DisputeRecord) => void) {
    this.#write = write;
  }

  /** Takes over a record that is on file. */
  remember(record: DisputeRecord): void {
    const { key, charge, state } = record;
    this.#records.delete(key);
    this.#records.set(key, record);
    const keys = this.#keysByCharge.get(charge) ?? new Set();
    this.#keysByCharge.set(charge, keys.add(key));
    if (state.status === 'due') this.#due.add(state.at, key);
    this.callbacks.note(record);
  }

  save(record: DisputeRecord): DisputeRecord {
    const saved = { ...record, savedAt: Date.now() };
    this.#write(saved);
    this.remember(saved);
    return saved;
  }

  /** The next one whose customer goes to the bank by `now`, ms since 1970. */
  takeDue(now: number): DisputeRecord | undefined {
    for (let due = this.#due.take(now); due; due = this.#due.take(now)) {
      const record = this.#records.get(due.what);
      if (record?.state.status === 'due') return record; // else it was written down more than once
    }
    return undefined;
  }

  /** The one that was saved last comes last. */
  all(): Iterable<DisputeRecord> {
    return this.#records.values();
  }

  find(key: string): DisputeRecord | undefined {
    return this.#records.get(key);
  }

  findTold(key: string): DisputeRecord | undefined {
    return this.find(key);
  }

  /** What a callback says: which payment to ask about. */
  bodyOf({ key, charge, reference, amount, currency, state }: DisputeRecord) {
    return { about: 'dispute', key: charge, reference, dispute: key, amount, currency, status: state.status };
  }

  /** Those of a charge that the merchant side can see. */
  ofCharge(charge: string): SeenDispute[] {
    return [...(this.#keysByCharge.get(charge) ?? [])].flatMap((key) => this.#records.get(key) ?? []).filter(isSeen);
  }

  /** Minor units of a charge that are disputed, or lost by a dispute. */
  disputedOf(charge: string): number {
    return this.ofCharge(charge).reduce((sum, { amount, state }) => sum + (state.status === 'won' ? 0 : amount), 0);
  }

  purge({ key, charge }: DisputeRecord): void {
    this.#records.delete(key);
    const keys = this.#keysByCharge.get(charge);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByCharge.delete(charge);
  }
}
