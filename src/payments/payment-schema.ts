import { flag, number, only, oneOf, orNull, text, time, uuid } from '../openapi/schema-parts.js';
import { REFUND_STANDINGS } from './refunded.js';
import { PROOF_STATUSES } from './proof.js';
import { REASONS } from './reasons.js';
import { TOLD_STATUSES } from './states.js';

export const paymentStatus = {
  ...oneOf(...TOLD_STATUSES),
  description: 'Where the payment stands. An outcome that is not known yet is `pending`.',
};

export const reason = {
  ...orNull(oneOf(...Object.keys(REASONS))),
  description: 'Why the payment did not go the plain way; null when it did. More reasons may come.',
};

export const lateConfirmation = {
  ...flag,
  description: 'Whether the money came after the payment had ended.',
};

const usd = (what: string) => ({ ...number, description: `${what}, in USD.` });
const gateway = (what: string) => ({ ...number, description: `${what}, in the gateway currency.` });

/** What presentPayment() gives of every payment, as JSON Schema. */
export const paymentFields = {
  trx: { ...uuid, description: 'The transaction id.' },
  identifier: { ...text, description: 'Your own id of the payment.' },
  requested_amount: { ...number, description: 'The amount of the initiate request, in major units.' },
  requested_currency: { ...text, description: 'The currency of the initiate request.' },
  payment_status: paymentStatus,
  gross_amount: gateway(
    'The quote while the payment is pending, what was received after success, 0 when nothing was received',
  ),
  charge: gateway('The fee'),
  net_amount: gateway('`gross_amount` less `charge`, to the last digit'),
  currency: { ...text, description: 'The gateway currency; it may differ from the requested one.' },
  gross_amount_usd: usd('`gross_amount`'),
  charge_usd: usd('`charge`'),
  net_amount_usd: usd('`gross_amount_usd` less `charge_usd`, to the last digit'),
  conversion_rate: { ...number, description: 'Units of the gateway currency for 1 USD, frozen at initiation.' },
  refunded_amount: gateway('What has gone back to the customer so far; the fee does not'),
  refunded_amount_usd: usd('`refunded_amount`'),
  refund_status: {
    ...oneOf(...REFUND_STANDINGS),
    description:
      'Where its refunds stand: `none` that succeeded, one still `pending`, or `partial` and `full` by what has gone back.',
  },
  created_at: { ...time, description: 'When it was initiated: ISO 8601, UTC, with milliseconds.' },
  updated_at: { ...time, description: 'When its status changed last.' },
  reason,
  late_confirmation: lateConfirmation,
  test: { ...flag, description: 'Whether it was made with a test key: no money moved.' },
};

export const message = { ...text, description: 'One sentence for people on where the payment stands.' };

export const cardFields = {
  requires_3ds: {
    ...flag,
    description:
      'Cards: whether the customer must be sent to `redirect_url` to authenticate. False once the bank is done with them.',
  },
  redirect_url: { ...orNull(text), description: "Cards: the issuer's page while `requires_3ds` is true, else null." },
};

/** What presentPayment() gives of some methods only, or only where there is something to say. */
export const paymentFieldsByMethod = {
  ...cardFields,
  message: { ...message, description: `Cards and direct debits: ${message.description}` },
  card: {
    ...only({ network: text, last4: text }),
    description: 'Cards: the network and the last four digits. A hosted payment has it once a card was entered.',
  },
  proof_status: {
    ...orNull(oneOf(...PROOF_STATUSES)),
    description: 'UPI and wallets: where the proof of payment stands; null when there is none.',
  },
  proof_submitted_at: { ...orNull(time), description: 'UPI and wallets: when the first proof was handed in.' },
  proof_verified_at: { ...orNull(time), description: 'UPI and wallets: when the proof was accepted.' },
  verification_notes: { ...orNull(text), description: 'UPI and wallets: what the reviewer says.' },
  mandate_reference: {
    ...text,
    description: 'Direct debits: the reference of the SEPA mandate, as the bank names it.',
  },
  iban: { ...text, description: "Direct debits: country, check digits and last four of the debtor's IBAN." },
};

/** Fields that come together. */
export const fieldsTogether = {
  requires_3ds: ['redirect_url', 'message'],
  proof_status: ['proof_submitted_at', 'proof_verified_at', 'verification_notes'],
  mandate_reference: ['iban', 'message'],
};
