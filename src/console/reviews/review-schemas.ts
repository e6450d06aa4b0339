import { paymentFields } from '../../payments/payment-schema.js';
import { REVIEW_KINDS } from '../../proofs/find-reviews.js';
import { PROOF_FORMS, PROOF_STATUSES } from '../../payments/proof.js';
import {
  count,
  flag,
  listOf,
  number,
  object,
  only,
  oneOf,
  orNull,
  text,
  texts,
  time,
  uuid,
} from '../../openapi/schema-parts.js';
import { WALLETS } from '../../vocabulary.js';

const {
  trx,
  identifier,
  requested_amount,
  requested_currency,
  payment_status,
  currency,
  created_at,
  reason,
  late_confirmation,
  test,
} = paymentFields;

const proofStatus = oneOf(...PROOF_STATUSES);

const decided = { decided_at: orNull(time), decided_by: orNull(text) };

const version = {
  version: count,
  form: oneOf(...PROOF_FORMS),
  text: { ...orNull(text), description: 'The reference or the URL; null of an image' },
  image_url: { ...orNull(text), description: 'Where the console serves the image; null of the other forms' },
  content_type: orNull(text),
  submitted_at: time,
};

const earlierUse = {
  reference: text,
  trx: uuid,
  at: time,
  payment_status: orNull(payment_status),
  proof_status: orNull(proofStatus),
  decided_at: orNull(time),
};

/** What presentProof() gives. */
export const proof = {
  proof_status: proofStatus,
  submitted_at: time,
  overdue: flag,
  deadline: time,
  versions: listOf(only(version)),
  references: { ...texts, description: 'The UPI references that it shows' },
  flags: { ...texts, description: 'reference_used: another payment has shown one of them, or was paid under it' },
  reference_used_by: listOf(only(earlierUse)),
  note: text,
  amount_seen: orNull(number),
  ...decided,
};

/** What presentMoney() gives. */
export const money = {
  kind: text,
  opened_at: time,
  amount: { ...number, description: 'What has come; 0 while that is not known' },
  currency: text,
  reference: { ...text, description: "The gateway's; of not_told by which the payment is looked up there" },
  decision: orNull(oneOf('accept', 'reject')),
  note: orNull(text),
  ...decided,
};

const paidTo = {
  through: oneOf('UPI', ...WALLETS),
  name: orNull(text),
  address: { ...orNull(text), description: "A UPI ID (VPA), or the number of a wallet's account" },
  reference: { ...text, description: 'What was sent with the order' },
};

const lookUp = {
  account: text,
  idempotency_key: text,
  asked_at: time,
  gateway_reference: { ...orNull(text), description: 'Where an answer has carried one' },
  told: { ...orNull(text), description: 'What the gateway has said' },
  cancellation: { ...orNull(oneOf('asked', 'done', 'refused')), description: 'Whether it was to cancel, and did' },
  came_back: { ...flag, description: 'Whether the customer has come back from a page of the bank' },
};

const waiting = {
  trx,
  identifier,
  merchant_id: text,
  merchant_name: orNull(text),
  site_name: { ...text, description: 'The shop, which no receipt names' },
  paid_to: { ...orNull(only(paidTo)), description: 'Whom a receipt names as paid' },
  test,
  method: orNull(text),
  payment_status,
  amount: { ...number, description: 'What a proof must agree with' },
  currency,
  requested_amount,
  requested_currency,
  customer: object,
  created_at,
  deadline: { ...orNull(time), description: 'Of a proof; money waits for ever' },
  versions: proof.versions,
  flags: proof.flags,
  kind: oneOf(...REVIEW_KINDS),
  submitted_at: { ...time, description: 'Since when it waits' },
  overdue: flag,
  money: orNull(only(money)),
  look_up: { ...orNull(only(lookUp)), description: 'Of not_told: what is known' },
};

const outcome = {
  trx,
  payment_status,
  reason,
  late_confirmation,
  money: orNull(only(money)),
};

/** What presentReviews() gives of each; the fields of a proof are there when there is one. */
export const review = { ...only(waiting), properties: { ...proof, ...waiting } };

/** What presentDecided() gives. */
export const decidedReview = { ...only(outcome), properties: { ...proof, ...outcome } };
