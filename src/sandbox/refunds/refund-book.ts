import { DueCallbacks } from '../orders/due-callbacks.js';
import { DueQueue } from '../orders/due-queue.js';
import type { RefundRecord, RefundState } from './refund.js';

const NOBODY = { callbackUrl: '', callback: null };

const isWithMerchant = ({ state }: RefundRecord): boolean =>
  state.status === 'refused' || state.status === 'taken_back';

/** Every refund that the gateway knows, by key. What is due happens when somebody looks. */
export class RefundBook {
  /** The one that was saved last comes last. */
  readonly #records = new Map<string, RefundRecord>();
  readonly #keysByCharge = new Map<string, Set<string>>();
  readonly #due = new DueQueue<string>();
  readonly callbacks = new DueCallbacks<RefundRecord>((key) => this.#records.get(key));
  readonly #write: (record: RefundRecord) => void;

  /** @param write puts a record on file before it returns */
  constructor(write: (record: RefundRecord) => void) {
    this.#write = write;
  }

  /** Takes over a record that is on file; an earlier version's has nobody to tell. */
  remember(onFile: RefundRecord): void {
    const record = { ...NOBODY, ...onFile };
    this.#records.delete(record.key);
    this.#records.set(record.key, record);
    const keys = this.#keysByCharge.get(record.charge) ?? new Set();
    this.#keysByCharge.set(record.charge, keys.add(record.key));
    if (record.state.status === 'pending') this.#due.add(record.state.readyAt, record.key);
    this.callbacks.note(record);
  }

  save(record: RefundRecord): RefundRecord {
    const saved = { ...record, savedAt: Date.now() };
    this.#write(saved);
    this.remember(saved);
    return saved;
  }

  /** Something has become of a refund that its asker does not know yet: it is told. */
  move(record: RefundRecord, state: RefundState): RefundRecord {
    const callback = record.callbackUrl === '' ? null : { at: Date.now(), tries: 0 };
    return this.save({ ...record, state, callback });
  }

  findTold(key: string): RefundRecord | undefined {
    return this.#records.get(key);
  }

  /** What a callback says: which refund to ask about. */
  bodyOf({ key, reference, amount, currency, state }: RefundRecord) {
    return { about: 'refund', key, reference, amount, currency, status: state.status };
  }

  /** Moves the money of what is due by `now`, ms since 1970. */
  settle(now = Date.now()): void {
    for (let due = this.#due.take(now); due; due = this.#due.take(now)) {
      const record = this.#records.get(due.what);
      if (record?.state.status !== 'pending') continue; // as it was written down more than once
      this.move(record, { status: 'refunded', at: record.state.readyAt });
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
    return records.reduce((sum, record) => sum + (record && !isWithMerchant(record) ? record.amount : 0), 0);
  }

  purge({ key, charge }: RefundRecord): void {
    this.#records.delete(key);
    const keys = this.#keysByCharge.get(charge);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByCharge.delete(charge);
  }
}
