import { DISPUTE_REASONS, DISPUTE_STATES } from '../connectors/disputes.js';
import { number, oneOf, orNull, text, time } from '../openapi/schema-parts.js';

/** What presentDispute() gives, as JSON Schema. */
export const disputeFields = {
  id: { ...text, description: "The gateway's id of the dispute, under which it is answered there." },
  amount: { ...number, description: 'What the customer wants back, in major units; it may be less than the payment.' },
  currency: { ...text, description: 'The currency of `amount`: as a rule the gateway currency of the payment.' },
  reason: { ...oneOf(...DISPUTE_REASONS), description: 'Why, as the bank says. More reasons may come.' },
  opened_at: { ...time, description: 'When it was opened.' },
  respond_by: {
    ...orNull(time),
    description: 'Until when the bank takes an answer; null when the gateway does not say.',
  },
  state: {
    ...oneOf(...DISPUTE_STATES),
    description:
      '`open`; `won`: the money is yours; `lost`: it has gone back. One that was won may still be lost later.',
  },
};
