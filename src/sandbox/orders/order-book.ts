import { DueCallbacks } from './due-callbacks.js';
import { DueQueue } from './due-queue.js';
import { isOpen } from './moves.js';
import { cameOf } from './order-answer.js';
import type { Order, OrderRecord, UpiOrder, WalletOrder } from './order.js';

/** A reference in the form in which a UPI link carries it: no dashes. */
const bare = (reference: string) => reference.replaceAll('-', '').toLowerCase();

/** Every order that the gateway knows, by key, with what is due next. */
export class OrderBook {
  /** The one that was saved last comes last. */
  readonly #records = new Map<string, OrderRecord>();
  readonly #keysByToken = new Map<string, string>();
  /** UPI orders only, the newest last. */
  readonly #upiKeys = new Set<string>();
  readonly #upiKeysByReference = new Map<string, string>();
  /** The keys of orders whose customer acts; what holds when it is due is in the order. */
  readonly #customers = new DueQueue<string>();
  readonly callbacks = new DueCallbacks<Order>((key) => this.findOrder(key));
  readonly #write: (record: OrderRecord) => void;

  /** @param write puts a record on file before it returns */
  constructor(write: (record: OrderRecord) => void) {
    this.#write = write;
  }

  /** Takes over a record that is on file. */
  remember(record: OrderRecord): void {
    const isNew = !this.#records.delete(record.key);
    this.#records.set(record.key, record);
    if (record.kind === 'wallet') this.#keysByToken.set(record.token, record.key);
    if (record.kind !== 'upi' || !isNew) return;
    this.#upiKeys.add(record.key);
    this.#upiKeysByReference.set(bare(record.reference), record.key);
  }

  /** After all that was on file: what is due, and was not done, is due again. */
  armAll(): void {
    for (const record of this.#records.values()) if (record.kind !== 'closed') this.#arm(record, undefined);
  }

  save(record: OrderRecord): void {
    const before = this.findOrder(record.key);
    const saved = { ...record, savedAt: Date.now() };
    this.#write(saved);
    this.remember(saved);
    if (saved.kind !== 'closed') this.#arm(saved, before);
  }

  /** The one that was saved last comes last. */
  all(): Iterable<OrderRecord> {
    return this.#records.values();
  }

  /** Purges a record. Its entries in the queues then find no order and are passed over. */
  purge(record: OrderRecord): void {
    this.#records.delete(record.key);
    if (record.kind === 'wallet') this.#keysByToken.delete(record.token);
    if (record.kind !== 'upi') return;
    this.#upiKeys.delete(record.key);
    const reference = bare(record.reference);
    if (this.#upiKeysByReference.get(reference) === record.key) this.#upiKeysByReference.delete(reference);
  }

  #arm(order: Order, before: Order | undefined): void {
    const { key, customerAt } = order;
    if (customerAt !== null && customerAt !== before?.customerAt) this.#customers.add(customerAt, key);
    if (order.callback !== before?.callback) this.callbacks.note(order);
  }

  /** The next order whose customer acts by itself by now. */
  takeCustomer(now: number): Order | undefined {
    for (let due = this.#customers.take(now); due; due = this.#customers.take(now)) {
      const order = this.findOrder(due.what);
      if (order?.customerAt === due.at) return order; // else it was overtaken meanwhile
    }
    return undefined;
  }

  find(key: string): OrderRecord | undefined {
    return this.#records.get(key);
  }

  findTold(key: string): Order | undefined {
    return this.findOrder(key);
  }

  /** What a callback says. */
  bodyOf(order: Order) {
    const { key, reference, currency, state } = order;
    return { key, reference, amount: cameOf(order), currency, status: state.status };
  }

  findOrder(key: string): Order | undefined {
    const record = this.#records.get(key);
    return record && record.kind !== 'closed' ? record : undefined;
  }

  findByToken(token: string): WalletOrder | undefined {
    const key = this.#keysByToken.get(token);
    const record = key === undefined ? undefined : this.#records.get(key);
    return record?.kind === 'wallet' ? record : undefined;
  }

  /** The UPI order with this key, or the newest one with this reference, dashes or none. */
  findUpi(keyOrReference: string): UpiOrder | undefined {
    const key = this.#records.has(keyOrReference) ? keyOrReference : this.#upiKeysByReference.get(bare(keyOrReference));
    const record = key === undefined ? undefined : this.#records.get(key);
    return record?.kind === 'upi' ? record : undefined;
  }

  /** The newest UPI orders that a customer could pay now, and how many there are in all. */
  openUpi(now: number, most: number): { newest: UpiOrder[]; count: number } {
    const newest: UpiOrder[] = [];
    let count = 0;
    for (const key of [...this.#upiKeys].reverse()) {
      const record = this.#records.get(key);
      if (record?.kind !== 'upi' || !isOpen(record, now)) continue;
      if (newest.length < most) newest.push(record);
      count++;
    }
    return { newest, count };
  }
}
