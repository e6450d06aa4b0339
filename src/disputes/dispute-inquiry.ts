import { orUnavailable } from '../connectors/no-response.js';
import { disputesOf } from '../gateways/connectors.js';
import { enqueue } from '../jobs/obligation.js';
import { aboutAttempt } from '../payments/attempts.js';
import type { DisputeInquiry } from '../payments/dispute.js';
import { readPayment, updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import { recordDisputes } from './record-disputes.js';
import { recordKept } from './record-told.js';

/** Stores an inquiry in the place of the one that a payment has. @returns false when somebody else was first */
async function store(payment: PaymentRecord, inquiry: DisputeInquiry): Promise<boolean> {
  const isMade = await updatePayment(payment, {
    change: { set: { disputeInquiry: inquiry } },
    // Whoever else has left it like this has done it just as well.
    updateId: {
      'disputeInquiry.version': inquiry.version,
      ...(inquiry.next ? { 'disputeInquiry.next.at': inquiry.next.at } : { 'disputeInquiry.next': { $exists: false } }),
    },
  });
  if (isMade) await enqueue({ ...inquiry, _id: payment._id }); // at the inquiry's own version
  return isMade;
}

/**
 * Owes a payment a question about its disputes, after news of one; or one more, after a gateway that gave no answer.
 * Without a moment it is owed none any more.
 * @param version of the inquiry that this follows; absent: whichever there is
 */
export async function oweInquiry(payment: PaymentRecord, at: Date | null, version?: number): Promise<void> {
  let latest: PaymentRecord | undefined = payment;
  while (latest) {
    const before: DisputeInquiry = latest.disputeInquiry ?? { version: 0, inquiryCount: 0 };
    if (version !== undefined && before.version !== version) return; // newer news has come
    const inquiry = {
      version: before.version + 1,
      inquiryCount: version === undefined ? 0 : before.inquiryCount + 1,
      ...(at && { next: { job: 'dispute-inquiry' as const, at } }),
    };
    if (await store(latest, inquiry)) return;
    latest = await readPayment(payment._id);
  }
}

/**
 * Asks the gateway what disputes a payment has and records them, after what it has told before the payment had ended.
 * @throws {ConnectorError} when it gave no answer
 */
export async function askAboutDisputes(
  payment: PaymentRecord,
): Promise<{ payment: PaymentRecord; isContradicted: boolean }> {
  const connector = disputesOf(payment.account);
  if (!connector) return { payment, isContradicted: false };
  const said = await connector.disputesOf(aboutAttempt(payment));
  const recorded = await recordDisputes(await recordKept(payment), said);
  return recorded.isOvertaken ? askAboutDisputes(recorded.payment) : recorded;
}

/** The same for a request that waits. @throws {ApiError} gateway_unavailable */
export const askNow = async (payment: PaymentRecord): Promise<PaymentRecord> =>
  (await orUnavailable(askAboutDisputes(payment))).payment;
