import { defineCollection } from '../database/client.js';
import { batchedInserts } from '../database/batched-inserts.js';
import { batchedReads } from '../database/batched-reads.js';
import { batchedUpdates } from '../database/batched-updates.js';
import type { UpiPayee } from '../connectors/connector.js';
import type { FeeRule, LateMoneyPolicy, MethodName, Mode, ThreeDsPolicy } from '../vocabulary.js';
import type { FrozenRate } from '../money/exchange.js';
import type { Amounts } from '../money/fees.js';
import type { Proof } from './proof.js';
import type { Obligation } from '../jobs/obligation.js';
import type { Reason } from './reasons.js';
import type { Trace } from '../telemetry/trace.js';
import type { PaymentEvent, PaymentStatus } from './states.js';

export interface Customer {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
}

/** What may be kept of a card (PCI DSS 3.4): never the number, never the code. */
export interface CardSummary {
  network: string;
  first6: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** Keyed hash of the number, to count declines by. */
  fingerprint: string;
}

/** One try at a gateway. The key is written before the call and the same on every repetition. */
export interface Attempt {
  no: number;
  key: string;
  startedAt: Date;
  answeredAt?: Date;
  outcome?: string;
  /** Why it did not succeed, on a hosted payment that went on after it. */
  reason?: Reason;
  /** The gateway's own reference and code: for operators only. */
  reference?: string;
  gatewayCode?: string;
}

/** What only a hosted payment has: the customer chooses the method, and may try again. */
export interface Checkout {
  /** Keyed hash of the link's token: what the page finds the payment by. */
  tokenHash: string;
  /** The token under the master key: the way back to the page from an issuer's or a wallet's. */
  sealedToken: string;
  expiresAt: Date;
  /** The gateway account of each method that is offered, frozen at initiation like fees and policies. */
  accounts: Partial<Record<MethodName, string>>;
  fees: FeeRule[];
  threeDs: ThreeDsPolicy;
  lateMoney: LateMoneyPolicy;
}

/** A SEPA mandate as it was given. Of the IBAN only country, check digits and the last four are kept. */
export interface Mandate {
  reference: string;
  iban: string;
  holder: string;
  /** The words that were accepted, with creditor, debtor and both rights. */
  text: string;
  acceptedAt: Date;
  address: string;
  /** The gateway's own reference, once the debit is there. */
  debit?: string;
}

/** The wait of an asynchronous payment: for money that the customer sends elsewhere, by UPI, wallet or debit. */
export interface AsyncPaymentWait {
  expiresAt: Date;
  /** How often the gateway was asked since the wait, or since the payment ended. */
  pollCount: number;
  lateMoney: LateMoneyPolicy;
  upi?: UpiPayee;
  wallet?: { code: 'BKASH' | 'NAGAD'; language: 'BN' | 'EN'; url: string };
  mandate?: Mandate;
}

/** Money that only a person can judge: it is not what was asked for, or came too late for a cautious merchant. */
export interface MoneyReview {
  kind: 'amount_mismatch' | 'late_money';
  openedAt: Date;
  /** What the gateway says has come: minor units. */
  amount: number;
  currency: string;
  reference: string;
  decidedAt?: Date;
  decision?: 'accept' | 'reject';
  note?: string;
  decidedBy?: string;
}

export interface Step {
  /** What its writer knows it by. */
  id?: string;
  event: PaymentEvent | 'created';
  from: PaymentStatus | null;
  to: PaymentStatus;
  at: Date;
  actor: string;
}

/**
 * A result that the merchant must hear of, born in the update that made it (transactional outbox), published to
 * ipn_deliveries afterwards.
 */
export interface PaymentResult {
  eventId: string;
  type: 'payment.success' | 'payment.failed' | 'payment.cancelled';
  at: Date;
  /** The notification's `data`, frozen as JSON when it happened. */
  data: string;
}

export interface PaymentRecord {
  /** The trx. */
  _id: string;
  merchantId: string;
  mode: Mode;
  identifier: string;
  /** Keyed hash of the Idempotency-Key that created it. */
  idempotencyKey?: string;
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
  /** The gateway account that takes it, by its id in routing. */
  account: string;
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
  checkout?: Checkout;
  billingInfo?: Record<string, string>;
  shippingInfo?: Record<string, string>;
  threeDs?: { policy: ThreeDsPolicy; url?: string; expiresAt?: Date; pollCount: number };
  local?: AsyncPaymentWait;
  proof?: Proof;
  review?: MoneyReview;
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

export const payments = defineCollection<PaymentRecord>('payments', [
  { key: { 'next.at': 1 }, options: { partialFilterExpression: { 'next.at': { $exists: true } } } },
  { key: { 'proof.next.at': 1 }, options: { partialFilterExpression: { 'proof.next.at': { $exists: true } } } },
  { key: { 'proof.status': 1 }, options: { partialFilterExpression: { 'proof.status': { $exists: true } } } },
  { key: { 'review.kind': 1 }, options: { partialFilterExpression: { 'review.kind': { $exists: true } } } },
  {
    key: { 'checkout.tokenHash': 1 },
    options: { unique: true, partialFilterExpression: { 'checkout.tokenHash': { $exists: true } } },
  },
  { key: { succeededAt: 1 }, options: { partialFilterExpression: { succeededAt: { $exists: true } } } },
  {
    key: { merchantId: 1, succeededAt: 1 },
    options: { partialFilterExpression: { succeededAt: { $exists: true } } },
  },
  // The console's lists, see newest-first.ts.
  { key: { status: 1, createdAt: 1 } },
  { key: { merchantId: 1, createdAt: 1 } },
  {
    key: { 'card.last4': 1, createdAt: 1 },
    options: { partialFilterExpression: { 'card.last4': { $exists: true } } },
  },
  // Under which references UPI payments were paid, see references.ts.
  {
    key: { 'attempts.reference': 1 },
    options: { partialFilterExpression: { method: 'upi', 'attempts.reference': { $exists: true } } },
  },
  { key: { unpublished: 1 }, options: { partialFilterExpression: { unpublished: { $exists: true } } } },
]);

/** One payment by its trx; see batched-reads.ts. */
export const readPayment = batchedReads(payments);

/** Stores a payment; false: there is one under its trx. See batched-inserts.ts. */
export const insertPayment = batchedInserts(payments);

/** Changes a payment that nobody has changed since it was read; see batched-updates.ts. */
export const updatePayment = batchedUpdates(payments);
