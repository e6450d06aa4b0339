import Joi from 'joi';
import { hostedInitiateSchema } from '../checkout/initiate-schema.js';
import { publicKey } from '../validation/fields.js';
import { eventsQuerySchema } from '../ipn/events.routes.js';
import { cardInitiateSchema } from '../methods/card/schema.js';
import { upiInitiateSchema } from '../methods/upi/schema.js';
import { walletInitiateSchema } from '../methods/wallet/schema.js';
import { WALLETS } from '../vocabulary.js';
import { errorSchema } from '../openapi/error-schema.js';
import { jsonSchema, type JsonSchema } from '../openapi/json-schema.js';
import { always, count, listOf, of, oneOf, only, text, texts, time } from '../openapi/schema-parts.js';
import { paymentQuerySchema } from '../payments/find-payment.js';
import {
  cardFields,
  fieldsTogether,
  lateConfirmation,
  message,
  paymentFields,
  paymentFieldsByMethod,
  paymentStatus,
  reason,
} from '../payments/payment-schema.js';
import type { PaymentField } from '../payments/present-payment.js';
import { simulationSchema } from '../simulation/simulate-payment.js';
import { PROOF_STATUSES } from '../payments/proof.js';
import { DISPUTE_STATES } from '../connectors/disputes.js';
import { disputeFields } from '../disputes/dispute-schema.js';
import { refundQuerySchema, refundSchema } from '../refunds/refund-fields.js';
import { refundFields } from '../refunds/refund-schema.js';
import { RESULT_TYPES } from '../payments/payment-parts.js';
import { proofSchema } from '../proofs/submit-proof.js';
import { ERROR_CODES } from './error-codes.js';

/** A request whose key authenticate() reads before the call's own schema is asked. */
const withKey = (schema: Joi.ObjectSchema): JsonSchema =>
  jsonSchema(Joi.object({ public_key: publicKey().required() }).concat(schema));

/** The same request, once with each of these fields required, and so not null. */
const withOneOf = (schema: Joi.ObjectSchema, ...names: string[]): JsonSchema => ({
  anyOf: names.map((name) => withKey(schema.fork(name, (field) => field.required()))),
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const success = always('success');
const url = (description: string) => ({ ...text, format: 'uri', description });

const { trx } = paymentFields;
const outcome = { payment_status: paymentStatus, reason, late_confirmation: lateConfirmation };
const expiresAt = { ...time, description: 'When the payment ends if nobody pays.' };

const upiLinks = {
  upi: url('For any UPI app; always there.'),
  upi1: url('For Android browsers; only when it is configured.'),
  gpay: url('For one app; only when the gateway says that the app is supported.'),
  phonepe: url('As `gpay`.'),
  paytm: url('As `gpay`.'),
};

const walletLinks = Object.fromEntries(WALLETS.map((code) => [code.toLowerCase(), url("The wallet's page.")]));

const payment = {
  type: 'object',
  properties: { ...paymentFields, ...paymentFieldsByMethod } satisfies Record<PaymentField, JsonSchema>,
  required: Object.keys(paymentFields),
  dependentRequired: fieldsTogether,
  description: 'Where a payment stands. Amounts are in major units.',
};

const notification = {
  id: { ...text, description: "The event's id: the same on every retry, and the header `webhook-id`." },
  type: oneOf(...RESULT_TYPES),
  timestamp: { ...time, description: 'When it happened.' },
  sequence: { ...count, minimum: 1, description: 'Counts your events from 1 without a gap.' },
  identifier: { ...text, description: 'Your own id of the payment.' },
  status: {
    ...oneOf('success', 'failed', 'cancelled', ...DISPUTE_STATES),
    description: 'Always the `payment_status` in `data`; of a refund its `refund_status`, of a dispute its `state`.',
  },
  data: {
    anyOf: [ref('DisputedPayment'), ref('Payment'), ref('Refund')], // many clients take the first that fits
    description:
      'The payment, or the refund, as its status call gave it when this happened; of a dispute, the payment with it.',
  },
};

/** Requests, from the schemas that check them. */
const REQUESTS = {
  CardInitiateRequest: jsonSchema(cardInitiateSchema),
  UpiInitiateRequest: jsonSchema(upiInitiateSchema),
  WalletInitiateRequest: jsonSchema(walletInitiateSchema),
  HostedInitiateRequest: jsonSchema(hostedInitiateSchema),
  PaymentQuery: withOneOf(paymentQuerySchema, 'trx', 'identifier'),
  ProofRequest: withKey(proofSchema),
  RefundRequest: withOneOf(Joi.object().concat(paymentQuerySchema).concat(refundSchema), 'trx', 'identifier'),
  RefundQuery: withOneOf(refundQuerySchema, 'refund_id', 'refund_identifier'),
  EventsQuery: withKey(eventsQuerySchema),
  SimulationRequest: withKey(simulationSchema),
};

const ANSWERS = {
  CardInitiated: only({ status: success, trx, ...outcome, ...cardFields, message }),
  UpiInitiated: only({
    status: success,
    trx,
    qr_code: {
      ...text,
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      description: 'The QR code: a PNG in bare base64, which decodes to `qr_content`.',
    },
    qr_content: url('What the QR code holds; the same as `paymentlinks.upi`.'),
    paymentlinks: { ...of(upiLinks), required: ['upi'], description: 'Links that open UPI apps.' },
    ...outcome,
    expires_at: expiresAt,
  }),
  WalletInitiated: only({
    status: success,
    trx,
    paymentlinks: { ...of(walletLinks), description: "The wallet's link under its name; the same as `payment_url`." },
    payment_method_code: oneOf(...WALLETS),
    language: oneOf('BN', 'EN'),
    payment_url: url("The wallet's page: send the customer there."),
    ...outcome,
    expires_at: expiresAt,
  }),
  HostedInitiated: only({
    status: success,
    message: text,
    redirect_url: url(
      'Our checkout page: send the customer there. Track the payment by your `identifier`, not by this.',
    ),
    ...outcome,
  }),
  Payment: payment,
  PaymentStatus: {
    ...payment,
    properties: { status: success, ...payment.properties },
    required: ['status', ...payment.required],
  },
  ProofSubmitted: only({
    status: success,
    message: texts,
    trx,
    proof_status: { ...oneOf(...PROOF_STATUSES), description: '`pending` right after submission.' },
    verification_note: { ...text, description: 'What happens next.' },
  }),
  Refund: { ...only(refundFields), description: 'Where a refund stands. Amounts are in major units.' },
  Dispute: { ...only(disputeFields), description: 'A customer who wants the money back from the bank.' },
  DisputedPayment: {
    ...payment,
    properties: { ...payment.properties, dispute: ref('Dispute') },
    required: [...payment.required, 'dispute'],
    description: 'A payment with the dispute that a notification tells of.',
  },
  RefundStatus: only({ status: success, ...refundFields }),
  PaymentCancelled: only({ status: success, trx, payment_status: paymentStatus, reason }),
  Notification: { ...only(notification), description: 'What is posted to `ipn_url`: the same bytes on every retry.' },
  Ping: {
    ...only({ id: notification.id, type: always('ping'), timestamp: notification.timestamp, data: { type: 'object' } }),
    description: 'Tries your endpoint: about no payment, and without a sequence number.',
  },
  Events: only({
    status: success,
    events: listOf({
      ...only({ ...notification, 'webhook-id': { ...text, description: 'The header of the notification.' } }),
    }),
    last: { ...count, minimum: 0, description: 'The sequence number to go on from: the next `after`.' },
  }),
  Health: only({ status: always('ok') }),
  StoresAway: only({ status: always('unavailable'), away: listOf(oneOf('redis', 'mongodb')) }),
  JsonWebKeySet: {
    ...only({ keys: listOf(only({ kty: text, crv: text, x: text, alg: text, use: text, kid: text })) }),
    description: 'What evidence is verified with.',
  },
  Error: {
    ...errorSchema,
    properties: { ...errorSchema.properties, code: oneOf(...Object.keys(ERROR_CODES)) },
  },
};

/** Everything that the merchants' API takes and gives, by name. */
export const SCHEMAS = { ...REQUESTS, ...ANSWERS } satisfies Record<string, JsonSchema>;

export type SchemaName = keyof typeof SCHEMAS;
