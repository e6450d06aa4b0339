import { isoOrNull } from '../time.js';
import { toMajor } from '../money/amounts.js';
import { kindOf } from './kind-of.js';
import { isChallengeOpen } from './news.js';
import type { PaymentRecord } from './payment.model.js';
import { moneyOf, refundedOf } from './refunded.js';
import { sentenceOf } from './reasons.js';
import { publicStatus, type PaymentStatus } from './states.js';

const MESSAGES: Record<Exclude<PaymentStatus, 'failed'>, string> = {
  opening: 'Payment is being processed',
  abandoned: 'Payment was not begun',
  authorizing: 'Payment is being processed',
  challenged: 'The customer must authenticate the payment',
  unresolved: 'Payment is being processed',
  checkout_open: 'Waiting for the customer to pay',
  awaiting_payment: 'Waiting for the customer to pay',
  awaiting_wallet: 'Waiting for the customer to pay',
  awaiting_debit: 'Waiting for the bank: a direct debit takes some days',
  succeeded: 'Payment successful',
  cancelled: 'Payment cancelled',
};

/** One sentence for people on where a payment stands. A newer version may know more statuses than we do. */
function messageFor(payment: PaymentRecord): string {
  const { status } = payment;
  if (status === 'failed') return sentenceOf(payment);
  if (status === 'challenged' && !isChallengeOpen(payment)) return MESSAGES.unresolved;
  return MESSAGES[status] ?? MESSAGES.unresolved;
}

/** The quote while a payment is pending, what was received after success, and nothing when nothing was received. */
function presentAmounts({ status, amounts, rate }: PaymentRecord) {
  const received = ['pending', 'success'].includes(publicStatus(status));
  const major = (minor: number) => (received ? toMajor(minor, amounts.currency) : 0);
  const usd = (cents: number) => (received ? toMajor(cents, 'USD') : 0);
  return {
    gross_amount: major(amounts.gross),
    charge: major(amounts.charge),
    net_amount: major(amounts.gross - amounts.charge),
    currency: amounts.currency,
    gross_amount_usd: usd(amounts.grossUsd),
    charge_usd: usd(amounts.chargeUsd),
    net_amount_usd: usd(amounts.grossUsd - amounts.chargeUsd),
    conversion_rate: Number(rate.value),
  };
}

/**
 * What has gone back to the customer, whether it was asked for in parts or as a whole. Money that a person has refused may
 * be of another currency: it is no amount of the payment's, and its refunds say what it was.
 */
function presentRefunded(payment: PaymentRecord) {
  const { currency } = payment.amounts;
  const { amount, amountUsd, standing } = refundedOf(payment);
  return {
    refunded_amount: moneyOf(payment)?.currency === currency ? toMajor(amount, currency) : 0,
    refunded_amount_usd: toMajor(amountUsd, 'USD'),
    refund_status: standing,
  };
}

/** What only card payments have. */
export function presentCard(payment: PaymentRecord) {
  const challenged = isChallengeOpen(payment);
  return {
    requires_3ds: challenged,
    redirect_url: challenged ? (payment.threeDs?.url ?? null) : null,
    message: messageFor(payment),
    ...(payment.card && { card: { network: payment.card.network, last4: payment.card.last4 } }),
  };
}

function presentLocal({ proof }: PaymentRecord) {
  return {
    proof_status: proof?.status ?? null,
    proof_submitted_at: isoOrNull(proof?.submittedAt),
    proof_verified_at: isoOrNull(proof?.verifiedAt),
    verification_notes: proof?.note ?? null,
  };
}

/** Of a direct debit: which mandate, and of whose account as little as tells it apart. */
function presentDebit(payment: PaymentRecord) {
  const { mandate } = payment.local ?? {};
  return {
    message: messageFor(payment),
    ...(mandate && { mandate_reference: mandate.reference, iban: mandate.iban }),
  };
}

const PRESENT = { card: presentCard, order: presentLocal, debit: presentDebit };

/** Nothing, while a hosted payment's customer has not chosen. */
function presentMethod(payment: PaymentRecord) {
  const kind = kindOf(payment);
  return kind === null ? {} : PRESENT[kind](payment);
}

/** What the merchant may know of a payment: the answer to a status call, and the `data` of a notification. */
export function presentPayment(payment: PaymentRecord) {
  return {
    trx: payment._id,
    identifier: payment.identifier,
    requested_amount: toMajor(payment.requested.amount, payment.requested.currency),
    requested_currency: payment.requested.currency,
    payment_status: publicStatus(payment.status),
    ...presentAmounts(payment),
    ...presentRefunded(payment),
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
    ...presentMethod(payment),
    reason: payment.reason,
    late_confirmation: payment.lateConfirmation,
    test: payment.mode === 'test',
  };
}

type KeyOfAny<T> = T extends unknown ? keyof T : never;

/** Each field that the answer may have, by whichever method. */
export type PaymentField = KeyOfAny<ReturnType<typeof presentPayment>>;
