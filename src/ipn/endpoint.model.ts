import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { defineModel } from '../database/model.js';
import {
  date,
  flag,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  schemaOf,
  subdocument,
  text,
} from '../database/schema.js';
import { MODES, type Mode } from '../vocabulary.js';
import { DELIVERY_ERRORS, type DeliveryError } from './delivery.model.js';

/** Where a merchant is notified: health is counted by host, since a payment brings its own URL. */
export interface Target {
  merchantId: string;
  mode: Mode;
  /** Host with port. */
  host: string;
}

/**
 * Set while the circuit breaker is open: nothing is sent until `until`, then it is half-open and one delivery is its
 * trial.
 */
export interface Breaker {
  until: Date;
  /** Seconds; doubles with every trial that fails. */
  pause: number;
}

/** What the last failed attempt came to: a class, and the answer's status when there was an answer. */
export interface LastError {
  error: DeliveryError;
  status: number | null;
}

export interface EndpointRecord extends Target {
  _id: string;
  disabled: boolean;
  disabledAt?: Date;
  /** Why it was disabled, in words for people. */
  disabledReason?: string;
  /** When somebody enabled it last: what it answered before counts no more. */
  enabledAt?: Date;
  /** When releaseLeftHeld() looks once more for what is held for it, after it was enabled. */
  lookAgainAt?: Date;
  /** Failed attempts since the last success. */
  failures: number;
  /** When the latest of them happened, as many as the breaker asks for, oldest first. */
  recentFailures: Date[];
  breaker?: Breaker;
  lastSuccessAt?: Date;
  lastFailureAt?: Date;
  /** Absent on what is older than this field. */
  lastError?: LastError;
  /** Until when the certificate is valid that was seen last. */
  certificateExpiresAt?: Date;
  /** When operators were warned of that last. */
  certificateWarnedAt?: Date;
}

/** Every delivery asks for its endpoint's id several times, and a hash takes longer than a look. */
const ids = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (name) => `ep_${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`,
});

/** One endpoint for one merchant, mode and host: the id is computed, so that a first failure needs no look first. */
export const endpointId = ({ merchantId, mode, host }: Target): string => ids.memo(`${merchantId}|${mode}|${host}`);

const schema = schemaOf<EndpointRecord>({
  _id: text,
  merchantId: text,
  mode: oneOf(MODES),
  host: text,
  disabled: flag,
  disabledAt: optional(date),
  disabledReason: optional(text),
  enabledAt: optional(date),
  lookAgainAt: optional(date),
  failures: number,
  recentFailures: listOf(date),
  breaker: optional(subdocument<Breaker>({ until: date, pause: number })),
  lastSuccessAt: optional(date),
  lastFailureAt: optional(date),
  lastError: optional(subdocument<LastError>({ error: oneOf(DELIVERY_ERRORS), status: nullable(number) })),
  certificateExpiresAt: optional(date),
  certificateWarnedAt: optional(date),
});
schema.index({ merchantId: 1 });
schema.index({ disabled: 1 }, { partialFilterExpression: { disabled: true } });
schema.index({ failures: 1 }, { partialFilterExpression: { failures: { $gt: 0 } } });
schema.index({ lookAgainAt: 1 }, { partialFilterExpression: { lookAgainAt: { $exists: true } } });

export const endpoints = defineModel<EndpointRecord>('ipn_endpoints', schema);
