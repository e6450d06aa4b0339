import { batchedInserts } from '../database/batched-inserts.js';
import { batchedReads } from '../database/batched-reads.js';
import { batchedUpdates } from '../database/batched-updates.js';
import type { Filter } from '../database/driver.js';
import { defineModel } from '../database/model.js';
import {
  date,
  flag,
  listOf,
  mapOf,
  nullable,
  number,
  oneOf,
  optional,
  schemaOf,
  subdocument,
  text,
} from '../database/schema.js';
import type { GatewayDispute } from '../connectors/disputes.js';
import type { Browser } from '../connectors/payer.js';
import { trace } from '../ipn/delivery.model.js';
import { obligation, type Obligation } from '../jobs/obligation.js';
import { frozenRate, type FrozenRate } from '../money/exchange.js';
import { amounts, feeRule, type Amounts } from '../money/fees.js';
import type { Trace } from '../telemetry/trace.js';
import {
  MODES,
  THREE_DS_POLICIES,
  type FeeRule,
  type MethodName,
  type Mode,
  type ThreeDsPolicy,
} from '../vocabulary.js';
import { asyncPaymentWait, type AsyncPaymentWait } from './async-payment-wait.js';
import { checkout, type Checkout } from './checkout-terms.js';
import { leadingForm, type LeadingForm } from './customer-page.js';
import { dispute, disputeInquiry, toldDispute, type Dispute, type DisputeInquiry } from './dispute.js';
import { cameBack, told, type CameBack, type Told } from './news.js';
import {
  attempt,
  browser,
  cardSummary,
  customer,
  moneyReview,
  paymentResult,
  step,
  type Attempt,
  type CardSummary,
  type Customer,
  type MoneyReview,
  type PaymentResult,
  type Step,
} from './payment-parts.js';
import { proof, type Proof } from './proof.js';
import { ALL_REASONS, type Reason } from './reasons.js';
import { refund, type Refund } from './refund.js';
import { toldRefund, type ToldRefund } from './told-refunds.js';
import { STATUSES, type PaymentStatus } from './states.js';

export interface PaymentRecord {
  /** The trx. */
  _id: string;
  merchantId: string;
  mode: Mode;
  identifier: string;
  /** Keyed hash of the Idempotency-Key that created it. */
  idempotencyKey?: string;
  /** That with which its merchant has asked for its end. */
  cancelKey?: string;
  /** Null on a hosted payment whose customer has not chosen yet. */
  method: MethodName | null;
  status: PaymentStatus;
  reason: Reason | null;
  lateConfirmation: boolean;
  requested: { amount: number; currency: string };
  amounts: Amounts;
  rate: FrozenRate;
  /** The fee rule that applied; absent: no fee. */
  fee?: FeeRule | null;
  /** The gateway account that takes it, by its id. */
  account: string;
  /** Accounts that could take it instead, in order, frozen at its beginning; absent when there are none. */
  fallbacks?: string[];
  customer: Customer;
  billingAddress?: { country: string; address?: string; city?: string; postal_code?: string };
  details: string;
  siteName: string;
  siteLogo?: string;
  urls: { ipn: string; success: string; cancel: string };
  card?: CardSummary;
  /** Where the sealed card lies until the gateway's first answer: drawn anew for every card that is handed in. */
  cardSeal?: string;
  deviceFingerprint?: string;
  /** With which the customer of a hosted payment has begun the current attempt. */
  browser?: Browser;
  checkout?: Checkout;
  billingInfo?: Record<string, string>;
  shippingInfo?: Record<string, string>;
  threeDs?: { policy: ThreeDsPolicy; url?: string; form?: LeadingForm; expiresAt?: Date; pollCount: number };
  cameBack?: CameBack;
  told?: Told;
  local?: AsyncPaymentWait;
  proof?: Proof;
  review?: MoneyReview;
  /** In the order in which they were asked for (ADR 13); absent: none. */
  refunds?: Refund[];
  /** Oldest first. */
  toldRefunds?: ToldRefund[];
  /** In the order in which we heard of them; absent: none. */
  disputes?: Dispute[];
  /** What a gateway that cannot be asked has told of disputes before the payment had ended, oldest first. */
  toldDisputes?: GatewayDispute[];
  disputeInquiry?: DisputeInquiry;
  attempts: Attempt[];
  /** How often status-inquiry has asked without an answer that settles it. */
  inquiryCount: number;
  history: Step[];
  results: PaymentResult[];
  /** Set while a result is pending, not published yet: what the sweeper looks for. */
  unpublished?: boolean;
  version: number;
  next?: Obligation | null;
  createdAt: Date;
  /** When the money was known to be there: what settlement reports and the comparison with gateways go by. */
  succeededAt?: Date;
  /** Of the request that it began with. */
  trace?: Trace;
  /** Changes only with what the merchant can see. */
  updatedAt: Date;
}

const schema = schemaOf<PaymentRecord>({
  _id: text,
  merchantId: text,
  mode: oneOf(MODES),
  identifier: text,
  idempotencyKey: optional(text),
  cancelKey: optional(text),
  method: nullable(text),
  status: oneOf(STATUSES),
  reason: nullable(oneOf(ALL_REASONS)),
  lateConfirmation: flag,
  requested: subdocument({ amount: number, currency: text }),
  amounts,
  rate: frozenRate,
  fee: optional(nullable(feeRule)),
  account: text,
  fallbacks: optional(listOf(text)),
  customer,
  billingAddress: optional(
    subdocument<NonNullable<PaymentRecord['billingAddress']>>({
      country: text,
      address: optional(text),
      city: optional(text),
      postal_code: optional(text),
    }),
  ),
  details: text,
  siteName: text,
  siteLogo: optional(text),
  urls: subdocument({ ipn: text, success: text, cancel: text }),
  card: optional(cardSummary),
  cardSeal: optional(text),
  deviceFingerprint: optional(text),
  browser: optional(browser),
  checkout: optional(checkout),
  billingInfo: optional(mapOf(text)),
  shippingInfo: optional(mapOf(text)),
  threeDs: optional(
    subdocument<NonNullable<PaymentRecord['threeDs']>>({
      policy: oneOf(THREE_DS_POLICIES),
      url: optional(text),
      form: optional(leadingForm),
      expiresAt: optional(date),
      pollCount: number,
    }),
  ),
  cameBack: optional(cameBack),
  told: optional(told),
  local: optional(asyncPaymentWait),
  proof: optional(proof),
  review: optional(moneyReview),
  refunds: optional(listOf(refund)),
  toldRefunds: optional(listOf(toldRefund)),
  disputes: optional(listOf(dispute)),
  toldDisputes: optional(listOf(toldDispute)),
  disputeInquiry: optional(disputeInquiry),
  attempts: listOf(attempt),
  inquiryCount: number,
  history: listOf(step),
  results: listOf(paymentResult),
  unpublished: optional(flag),
  version: number,
  next: optional(nullable(obligation)),
  createdAt: date,
  succeededAt: optional(date),
  trace: optional(trace),
  updatedAt: date,
});

/** Only payments that have the field are in its index. */
const having = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });
schema.index({ 'next.at': 1 }, having('next.at'));
schema.index({ 'proof.next.at': 1 }, having('proof.next.at'));
schema.index({ 'proof.status': 1 }, having('proof.status'));
schema.index({ 'review.kind': 1 }, having('review.kind'));
schema.index({ 'review.foundAs': 1 }, { unique: true, ...having('review.foundAs') });
schema.index({ 'checkout.tokenHash': 1 }, { unique: true, ...having('checkout.tokenHash') });
schema.index({ succeededAt: 1 }, having('succeededAt'));
schema.index({ merchantId: 1, succeededAt: 1 }, having('succeededAt'));
// Each document has many refunds or none, so these hold one entry for each refund. The first makes a refund's id, and so
// the merchant's own, unique over all payments.
schema.index({ 'refunds.id': 1 }, { unique: true, ...having('refunds.id') });
schema.index({ 'refunds.next.at': 1 }, having('refunds.next.at'));
schema.index({ 'refunds.status': 1 }, having('refunds.status'));
schema.index({ 'refunds.createdAt': 1 }, having('refunds.createdAt'));
schema.index({ 'refunds.succeededAt': 1 }, having('refunds.succeededAt'));
schema.index({ merchantId: 1, 'refunds.succeededAt': 1 }, having('refunds.succeededAt'));
schema.index({ merchantId: 1, 'refunds.takenBackAt': 1 }, having('refunds.takenBackAt'));
schema.index({ 'disputes.openedAt': 1 }, having('disputes.openedAt'));
schema.index({ 'disputes.state': 1 }, having('disputes.state'));
schema.index({ 'disputes.lostAt': 1 }, having('disputes.lostAt'));
schema.index({ merchantId: 1, 'disputes.lostAt': 1 }, having('disputes.lostAt'));
schema.index({ 'disputeInquiry.next.at': 1 }, having('disputeInquiry.next.at'));
// The console's lists, see newest-first.ts.
schema.index({ status: 1, createdAt: 1 });
schema.index({ merchantId: 1, createdAt: 1 });
schema.index({ 'card.last4': 1, createdAt: 1 }, having('card.last4'));
schema.index({ 'requested.amount': 1, 'requested.currency': 1, createdAt: 1 });
schema.index({ 'customer.email': 1, createdAt: 1 });
// Under which references gateways know payments, see references.ts. Its name tells it from that of earlier versions,
// which held UPI payments alone.
schema.index({ 'attempts.reference': 1 }, { name: 'attempts.reference', ...having('attempts.reference') });
schema.index({ unpublished: 1 }, having('unpublished'));

/** Every payment goes through here several times, so it is read and written past mongoose (docs/adr/0002). */
export const payments = defineModel<PaymentRecord>('payments', schema).collection;

/** Whether there is a payment like this at this moment. */
export const hasPayment = async (filter: Filter<PaymentRecord>): Promise<boolean> =>
  (await payments.findOne(filter, { projection: { _id: 1 } })) !== null;

/** One payment by its trx; see batched-reads.ts. */
export const readPayment = batchedReads(payments);

/** Stores a payment; false: there is one under its trx. See batched-inserts.ts. */
export const insertPayment = batchedInserts(payments);

/** Changes a payment that nobody has changed since it was read; see batched-updates.ts. */
export const updatePayment = batchedUpdates(payments);
