import type { DeliveryRecord } from '../../ipn/delivery.model.js';
import { presentDelivery } from '../../ipn/present-delivery.js';
import { isoOrNull } from '../../time.js';
import type { Dispute } from '../../payments/dispute.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import type { Attempt, Step } from '../../payments/payment-parts.js';
import { presentPayment } from '../../payments/present-payment.js';
import { presentMoney, presentProof } from '../../proofs/present-review.js';
import type { EarlierUse } from '../../proofs/references.js';
import { presentInFull as presentDispute } from '../disputes/present-dispute.js';
import { presentInFull as presentRefund } from '../refunds/present-refund.js';
import { expiryOf, waitsFor } from './waits-for.js';

/** All that may be kept of a card, less its fingerprint. */
const presentCard = ({ network, first6, last4, expiryMonth, expiryYear }: NonNullable<PaymentRecord['card']>) => ({
  network,
  first6,
  last4,
  expiry_month: expiryMonth,
  expiry_year: expiryYear,
});

/** A payment in a list: what its merchant sees, whose it is, and its status inside. */
export const presentListed = (payment: PaymentRecord) => ({
  ...presentPayment(payment),
  merchant_id: payment.merchantId,
  method: payment.method,
  account: payment.account,
  state: payment.status,
  ...(payment.card && { card: presentCard(payment.card) }),
});

const presentStep = ({ event, from, to, at, actor }: Step) => ({ at: at.toISOString(), event, from, to, actor });

/** A try at a gateway, with the gateway's own code, which merchants and customers do not always get to see. */
const presentAttempt = (of: PaymentRecord, { no, account, key, startedAt, ...attempt }: Attempt) => ({
  no,
  account: account ?? of.account,
  key,
  idempotency_key: key,
  started_at: startedAt.toISOString(),
  answered_at: isoOrNull(attempt.answeredAt),
  outcome: attempt.outcome ?? null,
  reason: attempt.reason ?? null,
  passed_on: attempt.passedOn ?? false,
  reference: attempt.reference ?? null,
  gateway_code: attempt.gatewayCode ?? null,
});

/** With what is kept until the payment has ended: whoever judges it must see that its customer wants the money back. */
const knownDisputes = ({ disputes = [], toldDisputes = [] }: PaymentRecord): Dispute[] => [
  ...new Map<string, Dispute>([...disputes, ...toldDisputes].map((dispute) => [dispute.id, dispute])).values(),
];

/** One payment with all that there is to know about it (contract 16). */
export function presentInFull(payment: PaymentRecord, deliveries: DeliveryRecord[], uses: EarlierUse[] | undefined) {
  const { customer, details, siteName, urls, rate, review } = payment;
  const proof = presentProof(payment, uses);
  return {
    ...presentListed(payment),
    customer,
    details,
    site_name: siteName,
    urls,
    rate: { value: rate.value, source: rate.source, at: rate.at.toISOString() },
    expires_at: isoOrNull(expiryOf(payment)),
    waits_for: waitsFor(payment),
    history: payment.history.map(presentStep),
    attempts: payment.attempts.map((attempt) => presentAttempt(payment, attempt)),
    proofs: proof ? [proof] : [],
    /** Money that a person must judge, or has judged. */
    review: review ? presentMoney(review) : null,
    refunds: (payment.refunds ?? []).map((refund) => presentRefund(payment, refund)),
    disputes: knownDisputes(payment).map((dispute) => presentDispute(payment, dispute)),
    deliveries: deliveries.map(presentDelivery),
  };
}
