import { REFUND_STATUSES } from '../../payments/refund-states.js';
import { refundFields } from '../../refunds/refund-schema.js';
import { flag, listOf, only, oneOf, orNull, text, time } from '../../openapi/schema-parts.js';

/** What presentInFull() gives. */
export const refund = {
  ...refundFields,
  merchant_id: text,
  test: flag,
  account: text,
  state: { ...oneOf(...REFUND_STATUSES), description: 'The status inside' },
  waits_for: { ...orNull(text), description: 'A sentence for people: what it waits for, who looks next, and when' },
  note: orNull(text),
  idempotency_key: text,
  reference: { ...orNull(text), description: "The gateway's own" },
  gateway_code: { ...orNull(text), description: "The gateway's own code, for operators only" },
  history: listOf(only({ at: time, event: text, from: orNull(text), to: text, actor: text })),
};
