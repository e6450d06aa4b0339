import { number, oneOf, orNull, text, time, uuid } from '../openapi/schema-parts.js';
import { REFUND_REASONS } from '../payments/refund.js';
import { REFUND_PUBLIC_STATUSES } from '../payments/refund-states.js';

const gateway = (what: string) => ({ ...number, description: `${what}, in the gateway currency.` });

/** What presentRefund() gives, as JSON Schema. */
export const refundFields = {
  trx: { ...uuid, description: 'The transaction id of the payment.' },
  identifier: { ...text, description: 'Your own id of the payment.' },
  refund_id: { ...uuid, description: 'The id of the refund.' },
  refund_identifier: { ...text, description: 'Your own id of the refund; one that an operator made has ours.' },
  refund_status: {
    ...oneOf(...REFUND_PUBLIC_STATUSES),
    description: 'Where the refund stands. An outcome that is not known yet is `pending`.',
  },
  amount: gateway('What goes back'),
  amount_usd: {
    ...number,
    description: "`amount` in USD by the payment's frozen rate; an estimate while the refund is pending.",
  },
  currency: { ...text, description: 'The gateway currency of the payment.' },
  reason: { ...oneOf(...REFUND_REASONS), description: 'Why it was asked for.' },
  failure: { ...orNull(text), description: 'One sentence for people on why it failed; null when it did not.' },
  refunded_amount: gateway('What has gone back of the payment so far, by all its refunds'),
  refundable_amount: gateway('What is left, with pending refunds counted as gone'),
  created_at: { ...time, description: 'When it was asked for: ISO 8601, UTC, with milliseconds.' },
  updated_at: { ...time, description: 'When its status changed last.' },
};
