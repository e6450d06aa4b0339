import { isDeepStrictEqual } from 'node:util';
import { config } from '../config/index.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { askAboutDisputes, oweInquiry } from '../src/disputes/dispute-inquiry.js';
import { inSeconds, waitFrom } from '../src/time.js';
import type { Processor } from '../src/jobs/worker.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { readPayment, type PaymentRecord } from '../src/payments/payment.model.js';
import { isFinal } from '../src/payments/states.js';

/** How often is looked again for what a look has not shown. */
const MORE_LOOKS = 3;

/** Whether a look has shown nothing of what its gateway may have told of. One that is open is asked about every day. */
const isNothingShown = ({ disputes: before = [] }: PaymentRecord, { disputes: after = [] }: PaymentRecord): boolean =>
  isDeepStrictEqual(after, before) && !after.some(({ state }) => state === 'open');

/**
 * Asks what disputes a payment has, until its gateway answers, and a few times more when that shows nothing: a gateway may
 * tell of a dispute before it shows it, and may have no list of them. Whatever came with newer news has a job of its own.
 */
export const disputeInquiry: Processor = async ({ id, version }) => {
  const payment = await readPayment(id);
  const inquiry = payment?.disputeInquiry;
  if (!payment || !inquiry?.next || inquiry.version !== version) return;
  const { inquiryCount } = inquiry;
  const later = () => inSeconds(waitFrom(config.reconcileWaits, inquiryCount));
  if (!isFinal(payment.status)) return oweInquiry(payment, later(), version); // its end is told first, and makes this due
  try {
    const { payment: after, isContradicted } = await askAboutDisputes(payment);
    const isLookedForAgain = inquiryCount < MORE_LOOKS && !isContradicted && isNothingShown(payment, after);
    await oweInquiry(after, isLookedForAgain ? later() : null, version);
  } catch (error) {
    noteNoResponse(error, { ...aboutPayment(payment), inquiry: inquiryCount });
    await oweInquiry(payment, later(), version);
  }
};
