import { batchedReads } from '../database/batched-reads.js';
import { batchedUpdates } from '../database/batched-updates.js';
import type { Filter } from '../database/driver.js';
import { defineModel } from '../database/model.js';
import { date, listOf, nullable, number, oneOf, optional, schemaOf, subdocument, text } from '../database/schema.js';
import { obligation, type Obligation } from '../jobs/obligation.js';
import type { Trace } from '../telemetry/trace.js';
import { MODES, type Mode } from '../vocabulary.js';
import { eventIdStart } from './event-id.js';

/** Why an attempt failed. `http` is an answer outside 2xx, redirects too; the others are a call that got none. */
export const DELIVERY_ERRORS = [
  'timeout',
  'dns',
  'blocked_address',
  'connect',
  'tls',
  'reset',
  'protocol',
  'http',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Why a call was made: it was due, or a person asked for it by resending this one or recovering many. */
export const TRIGGERS = ['automatic', 'resend', 'recover'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** One call to the merchant, as it is shown to operators. */
export interface DeliveryAttempt {
  id: string;
  at: Date;
  /** Milliseconds until the status line, or until the call failed. */
  durationMs: number;
  status: number | null;
  error: DeliveryError | null;
  /** The first 4 KiB of the answer's body. */
  response: string | null;
  trigger: Trigger;
}

/** Pending: an attempt is due at `next.at`. Held: the endpoint is disabled. Exhausted: every attempt failed. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'held', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one URL. */
export interface DeliveryRecord {
  _id: string;
  eventId: string;
  merchantId: string;
  mode: Mode;
  trx: string;
  identifier: string;
  /** The event's type, such as `payment.success`. */
  type: string;
  sequence: number;
  url: string;
  /** Host with port: what an endpoint is counted by. */
  host: string;
  /** The exact text that is signed and sent, the same on every attempt. */
  body: string;
  status: DeliveryStatus;
  /** The latest attempts, in the order of their ends; see RETAINED_ATTEMPTS. */
  attempts: DeliveryAttempt[];
  /** Failed attempts so far: the index of the wait after the next failure. */
  failures: number;
  /** Set while an attempt is due because a person asked for it. */
  trigger?: Exclude<Trigger, 'automatic'>;
  version: number;
  next?: Obligation | null;
  createdAt: Date;
  /** Of the request that the payment began with. */
  trace?: Trace;
  /** The first time that the merchant accepted it. */
  deliveredAt?: Date;
  /** What retention.ts does next, and has done: the alert that it is overdue, the end of its attempts, its own. */
  upkeepAt?: Date;
  alertedAt?: Date;
  attemptsRemovedAt?: Date;
}

/** The schedule makes twelve; the rest is room for resends by hand. */
export const RETAINED_ATTEMPTS = 50;

/** The delivery of an event: the same event always gets the same id, so publishing it twice stores it once. */
export const deliveryId = (eventId: string): string => eventId.replace(/^(evt_)?/, 'dlv_');

/** The deliveries of one payment. They need no index of their own, which every change of a delivery would pay for. */
export function ofPayment(trx: string): Filter<DeliveryRecord> {
  const start = deliveryId(eventIdStart(trx));
  return { _id: { $gt: start, $lt: `${start}:` } }; // the sign after the digits, in ASCII
}

/** `host:port` of a URL, with the default port of its scheme. */
export function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

export const trace = subdocument<Trace>({ requestId: text, traceparent: text });

const attempt = subdocument<DeliveryAttempt>({
  id: text,
  at: date,
  durationMs: number,
  status: nullable(number),
  error: nullable(oneOf(DELIVERY_ERRORS)),
  response: nullable(text),
  trigger: oneOf(TRIGGERS),
});

const schema = schemaOf<DeliveryRecord>({
  _id: text,
  eventId: text,
  merchantId: text,
  mode: oneOf(MODES),
  trx: text,
  identifier: text,
  type: text,
  sequence: number,
  url: text,
  host: text,
  body: text,
  status: oneOf(DELIVERY_STATUSES),
  attempts: listOf(attempt),
  failures: number,
  trigger: optional(oneOf(['resend', 'recover'])),
  version: number,
  next: optional(nullable(obligation)),
  createdAt: date,
  trace: optional(trace),
  deliveredAt: optional(date),
  upkeepAt: optional(date),
  alertedAt: optional(date),
  attemptsRemovedAt: optional(date),
});
schema.index({ 'next.at': 1 }, { partialFilterExpression: { 'next.at': { $exists: true } } });
schema.index({ merchantId: 1, mode: 1, sequence: 1 }, { unique: true });
schema.index({ upkeepAt: 1 });
schema.index({ status: 1, createdAt: 1 }); // the console's lists, see newest-first.ts

/** One for every payment at least, so they are read and written past mongoose (docs/adr/0002). */
export const deliveries = defineModel<DeliveryRecord>('ipn_deliveries', schema).collection;

/**
 * How deliveries are read and changed together. One that is read has waited for longer than its snapshot is fresh, and
 * one that is changed has been sent or goes later anyway: five milliseconds more are well spent on doing it with
 * others.
 */
const BATCHING = { maxInFlight: 1, lingerMs: 5 };

/** One delivery, without the answers that earlier attempts got; see batched-reads.ts. */
export const readDelivery = batchedReads(deliveries, ['attempts.response'], BATCHING);

/** Which of these events are stored, by their ids. */
export async function storedEvents(eventIds: string[]): Promise<Set<string>> {
  const ids = eventIds.map(deliveryId);
  const found = await deliveries.find({ _id: { $in: ids } }, { projection: { eventId: 1 } }).toArray();
  return new Set(found.map(({ eventId }) => eventId));
}

/** Changes a delivery that nobody has changed since it was read; see batched-updates.ts. */
export const updateDelivery = batchedUpdates(deliveries, { attempts: RETAINED_ATTEMPTS }, BATCHING);
