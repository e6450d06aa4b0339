import { config } from '../config/index.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { askAboutDisputes, oweInquiry } from '../src/disputes/dispute-inquiry.js';
import { inSeconds } from '../src/time.js';
import type { Processor } from '../src/jobs/queue.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { readPayment } from '../src/payments/payment.model.js';
import { waitFrom } from './waits.js';

/** Asks what disputes a payment has, until its gateway answers. Whatever came with newer news has a job of its own. */
export const disputeInquiry: Processor = async ({ id, version }) => {
  const payment = await readPayment(id);
  const inquiry = payment?.disputeInquiry;
  if (!payment || !inquiry?.next || inquiry.version !== version) return;
  try {
    await oweInquiry(await askAboutDisputes(payment), null, version);
  } catch (error) {
    noteNoResponse(error, { ...aboutPayment(payment), inquiry: inquiry.inquiryCount });
    await oweInquiry(payment, inSeconds(waitFrom(config.reconcileWaits, inquiry.inquiryCount)), version);
  }
};
