import { DELIVERY_STATUSES, TRIGGERS } from '../../ipn/delivery.model.js';
import { paymentFields, paymentFieldsByMethod } from '../../payments/payment-schema.js';
import { PUBLIC_STATUSES, STATUSES } from '../../payments/states.js';
import { count, flag, listOf, object, only, oneOf, orNull, text, time, uuid } from '../../openapi/schema-parts.js';
import { money, proof } from '../reviews/review-schemas.js';

export const attempt = {
  at: time,
  duration_ms: count,
  status: orNull(count),
  error: orNull(text),
  response: orNull(text),
  trigger: oneOf(...TRIGGERS),
};

export const delivery = {
  id: text,
  event_id: text,
  type: text,
  trx: uuid,
  merchant_id: text,
  test: flag,
  url: text,
  status: oneOf(...DELIVERY_STATUSES),
  overdue: { ...flag, description: 'Of a paid payment, and not accepted for IPN_OVERDUE seconds' },
  next_attempt_at: orNull(time),
  created_at: time,
  delivered_at: { ...orNull(time), description: 'The first time that the merchant accepted it' },
  attempts: listOf(only(attempt)),
};

export const payment = {
  ...paymentFields,
  payment_status: {
    ...oneOf(...PUBLIC_STATUSES),
    description: 'The status that merchants see; what is abandoned, they do not',
  },
  merchant_id: text,
  method: orNull(text),
  account: text,
  state: { ...oneOf(...STATUSES), description: 'The status inside' },
};

/** Fields that only some methods have. */
export const paymentByMethod = {
  ...paymentFieldsByMethod,
  card: only({ network: text, first6: text, last4: text, expiry_month: count, expiry_year: count }),
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
      account: { ...text, description: 'The gateway account that it was made at' },
      key: { ...text, description: 'Its idempotency key there' },
      idempotency_key: { ...text, description: 'The same as key' },
      started_at: time,
      answered_at: orNull(time),
      outcome: orNull(text),
      reason: orNull(text),
      passed_on: { ...flag, description: 'It took nothing, and the next attempt is the same try at another account' },
      reference: orNull(text),
      gateway_code: { ...orNull(text), description: "The gateway's own code, for operators only" },
    }),
  ),
  proofs: listOf(only(proof)),
  review: { ...orNull(only(money)), description: 'Money that a person must judge, or has judged' },
  refunds: listOf({ $ref: '#/components/schemas/Refund' }),
  disputes: listOf({ $ref: '#/components/schemas/Dispute' }),
  deliveries: listOf({ $ref: '#/components/schemas/Delivery' }),
};
