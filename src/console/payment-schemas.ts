import { STATUSES } from '../payments/states.js';
import { count, flag, listOf, number, object, only, oneOf, orNull, text, time, uuid } from './schema-parts.js';

export const attempt = {
  at: time,
  duration_ms: count,
  status: orNull(count),
  error: orNull(text),
  response: orNull(text),
  trigger: oneOf('automatic', 'resend', 'recover'),
};

export const delivery = {
  id: text,
  event_id: text,
  trx: uuid,
  url: text,
  status: oneOf('pending', 'delivered', 'held', 'exhausted'),
  overdue: { ...flag, description: 'Of a paid payment, and not accepted for IPN_OVERDUE seconds' },
  next_attempt_at: orNull(time),
  attempts: listOf(only(attempt)),
};

export const payment = {
  trx: uuid,
  identifier: text,
  requested_amount: number,
  requested_currency: text,
  payment_status: oneOf('pending', 'success', 'failed', 'cancelled'),
  gross_amount: number,
  charge: number,
  net_amount: number,
  currency: text,
  gross_amount_usd: number,
  charge_usd: number,
  net_amount_usd: number,
  conversion_rate: number,
  created_at: time,
  updated_at: time,
  reason: orNull(text),
  late_confirmation: flag,
  test: flag,
  merchant_id: text,
  method: orNull(text),
  account: text,
  state: { ...oneOf(...STATUSES), description: 'The status inside' },
};

/** Fields that only some methods have. */
export const paymentByMethod = {
  message: text,
  requires_3ds: flag,
  redirect_url: orNull(text),
  card: only({ network: text, first6: text, last4: text, expiry_month: count, expiry_year: count }),
  proof_status: orNull(text),
  proof_submitted_at: orNull(time),
  proof_verified_at: orNull(time),
  verification_notes: orNull(text),
};

/** What is shown of one payment beyond that. */
export const paymentInFull = {
  customer: object,
  details: text,
  site_name: text,
  urls: only({ ipn: text, success: text, cancel: text }),
  rate: only({ value: text, source: text, at: time }),
  expires_at: orNull(time),
  waits_for: { ...orNull(text), description: 'A sentence for people: what it waits for, who looks next, and when' },
  history: listOf(only({ at: time, event: text, from: orNull(text), to: text, actor: text })),
  attempts: listOf(
    only({
      no: count,
      idempotency_key: text,
      started_at: time,
      answered_at: orNull(time),
      outcome: orNull(text),
      reason: orNull(text),
      reference: orNull(text),
      gateway_code: { ...orNull(text), description: "The gateway's own code, for operators only" },
    }),
  ),
  proofs: listOf(object),
  review: { ...orNull(object), description: 'Money that a person must judge, or has judged' },
  deliveries: listOf({ $ref: '#/components/schemas/Delivery' }),
};
