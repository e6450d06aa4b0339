import type { Request, Response } from 'express';
import { merchantInactive } from '../errors.js';
import { contextFor } from '../validation/validate.js';
import { isSuspended } from '../merchants/find-merchant.js';
import { readCardForm } from '../methods/card/read-card-form.js';
import { openUpi } from '../methods/upi/initiate.js';
import { openWallet } from '../methods/wallet/initiate.js';
import { readSepaForm } from '../methods/sepa/read-sepa-form.js';
import { transition } from '../payments/transition.js';
import type { FormValues } from '../http/form-values.js';
import { endOfCheckout, isOutOfTime } from '../payments/after-attempt.js';
import { redirectBack, redirectOn } from './redirects.js';
import { reload, type HostedPayment } from './hosted-payment.js';
import { languageOf } from './language.js';
import { cancelCheckout, changeMethod } from './abandon.js';
import { mandateText } from './mandate-view.js';
import { offeredOn } from './offers.js';
import { awaitAnswer, payByCard } from './pay-card.js';
import { payByDebit } from './pay-debit.js';
import { payAsync } from './pay-async.js';
import { showCheckout } from './show-checkout.js';

interface Submission {
  req: Request;
  res: Response;
  payment: HostedPayment;
  values: FormValues;
}

async function payCard({ req, res, payment, values }: Submission): Promise<void> {
  const { card, faults } = readCardForm(values, contextFor(payment));
  if (faults) return showCheckout(req, res, payment, { status: 422, values, faults });
  const after = await payByCard(payment, card);
  // A decline is shown at once, so that the name need not be typed again.
  if (after.status === 'checkout_open') return showCheckout(req, res, after, { values });
  redirectOn(res, after);
}

const wallet =
  (code: 'BKASH' | 'NAGAD') =>
  async ({ req, res, payment }: Submission): Promise<void> => {
    const language = languageOf(req) === 'bn' ? 'BN' : 'EN';
    redirectOn(res, await payAsync(payment, 'wallet', openWallet(code, language)));
  };

async function payDebit({ req, res, payment, values }: Submission): Promise<void> {
  const { debtor, faults } = readSepaForm(values);
  if (faults) return showCheckout(req, res, payment, { status: 422, values, faults });
  const text = mandateText(payment, languageOf(req));
  redirectOn(res, await payByDebit(payment, { ...debtor, text, address: req.ip ?? 'unknown' }));
}

/** What each value of the form field `method` does. */
const METHODS: Record<string, (submission: Submission) => Promise<void>> = {
  card: payCard,
  upi: async ({ res, payment }) => redirectOn(res, await payAsync(payment, 'upi', openUpi)),
  bkash: wallet('BKASH'),
  nagad: wallet('NAGAD'),
  sepa: payDebit,
};

/** Ends a payment whose time is over at once, as its job would: nothing new may begin. */
async function expire({ req, res, payment }: Submission): Promise<void> {
  const { event, changes } = endOfCheckout(payment, 'timed_out', 'session_expired');
  await transition(payment, event, changes, 'web');
  showCheckout(req, res, await reload(payment));
}

async function pay(submission: Submission): Promise<void> {
  const { req, res, payment, values } = submission;
  if (payment.status !== 'checkout_open') return redirectOn(res, await awaitAnswer(payment));
  if (isOutOfTime(payment)) return expire(submission);
  if (await isSuspended(payment.merchantId)) throw merchantInactive();
  const method = values.method || 'card';
  const begin = offeredOn(payment).includes(method) ? METHODS[method] : undefined;
  if (!begin) return showCheckout(req, res, payment, { status: 422, faults: { method: 'notOffered' } });
  await begin(submission);
}

/**
 * Does what a posted form of the page asks for.
 * @param isStale whether the form was drawn before the last attempt: then the customer sees how things stand, and
 *   nothing is charged
 */
export async function handleSubmission(submission: Submission, isStale: boolean): Promise<void> {
  const { req, res, payment, values } = submission;
  if (values.action === 'cancel') return redirectBack(res, await cancelCheckout(payment));
  if (isStale && payment.status === 'checkout_open') return showCheckout(req, res, payment, { outdated: true });
  if (values.action === 'change') return redirectOn(res, await changeMethod(payment));
  if (values.action === 'pay') return pay(submission);
  showCheckout(req, res, payment);
}
