import type { GatewayDispute } from '../connectors/disputes.js';
import { enqueue } from '../jobs/obligation.js';
import { payments, readPayment, type PaymentRecord } from '../payments/payment.model.js';
import { isFinal, STATUSES } from '../payments/states.js';
import { recordKept, recordTold } from './record-told.js';

/** Far more than is told of a payment before it ends. */
const MOST_KEPT = 100;

const ENDED = STATUSES.filter(isFinal);

/**
 * Stores it beside whatever the payment is doing, until that has ended: a merchant who has heard of a loss would go by the
 * success that comes after it. The gateway is not to send it again for that: Adyen sends nothing else meanwhile.
 * @returns the payment with it; null when it has ended
 */
async function keepUntilEnd({ _id }: PaymentRecord, dispute: GatewayDispute): Promise<PaymentRecord | null> {
  const next = { job: 'dispute-inquiry' as const, at: new Date() };
  const after = await payments.findOneAndUpdate(
    { _id, status: { $nin: ENDED } },
    {
      $push: { toldDisputes: { $each: [dispute], $slice: -MOST_KEPT } },
      $set: { 'disputeInquiry.next': next, 'disputeInquiry.inquiryCount': 0 },
      $inc: { 'disputeInquiry.version': 1 },
    },
    { returnDocument: 'after' },
  );
  if (after?.disputeInquiry) await enqueue({ ...after.disputeInquiry, _id: after._id });
  return after;
}

/**
 * Takes what a gateway that cannot be asked has told of a dispute: it is recorded, once its payment has ended.
 * @returns the payment after it
 */
export async function keepToldDispute(payment: PaymentRecord, dispute: GatewayDispute): Promise<PaymentRecord> {
  if (isFinal(payment.status)) return recordTold(await recordKept(payment), dispute);
  const kept = await keepUntilEnd(payment, dispute);
  if (kept) return kept;
  const ended = await readPayment(payment._id);
  return ended ? keepToldDispute(ended, dispute) : payment;
}
