import { DueQueue } from '../orders/due-queue.js';
import type { RefundRecord } from './refund.js';

/** Every refund that the gateway knows, by key. What is due happens when somebody looks. */
export class RefundBook {
  /** The one that was saved last comes last. */
  readonly #records = new Map<string, RefundRecord>();
  readonly #keysByCharge = new Map<string, Set<string>>();
  readonly #due = new DueQueue<string>();
  readonly #write: (record: RefundRecord) => void;

  /** @param write puts a record on file before it returns */
  constructor(write: (record: RefundRecord) => void) {
    this.#write = write;
  }

  /** Takes over a record that is on file. */
  remember(record: RefundRecord): void {
    this.#records.delete(record.key);
    this.#records.set(record.key, record);
    const keys = this.#keysByCharge.get(record.charge) ?? new Set();
    this.#keysByCharge.set(record.charge, keys.add(record.key));
    if (record.state.status === 'pending') this.#due.add(record.state.readyAt, record.key);
  }

  save(record: RefundRecord): RefundRecord {
    const saved = { ...record, savedAt: Date.now() };
    this.#write(saved);
    this.remember(saved);
    return saved;
  }

  /** Moves the money of what is due by `now`, ms since 1970. */
  settle(now = Date.now()): void {
    for (let due = this.#due.take(now); due; due = this.#due.take(now)) {
      const record = this.#records.get(due.what);
      if (record?.state.status !== 'pending') continue; // as it was written down more than once
      this.save({ ...record, state: { status: 'refunded', at: record.state.readyAt } });
    }
  }

  /** The one that was saved last comes last. */
  all(): Iterable<RefundRecord> {
    return this.#records.values();
  }

  find(key: string): RefundRecord | undefined {
    this.settle();
    return this.#records.get(key);
  }

  /** Minor units of a charge that have gone back or are on their way. */
  takenOf(charge: string): number {
    const records = [...(this.#keysByCharge.get(charge) ?? [])].map((key) => this.#records.get(key));
    return records.reduce((sum, record) => sum + (record && record.state.status !== 'refused' ? record.amount : 0), 0);
  }

  purge({ key, charge }: RefundRecord): void {
    this.#records.delete(key);
    const keys = this.#keysByCharge.get(charge);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByCharge.delete(charge);
  }
}
