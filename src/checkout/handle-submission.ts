import type { Request, Response } from 'express';
import type { Browser } from '../connectors/payer.js';
import { merchantInactive } from '../errors.js';
import { isSuspended } from '../merchants/find-merchant.js';
import { maskCards } from '../telemetry/mask-cards.js';
import { transition } from '../payments/transition.js';
import { addressOf } from '../http/address-of.js';
import type { FormValues } from '../http/form-values.js';
import { endOfCheckout, isOutOfTime } from '../payments/after-attempt.js';
import { redirectBack, redirectOn } from './redirects.js';
import { isPaidAllTheSame } from '../payments/left-order.js';
import { reload, type HostedPayment } from '../payments/hosted-payment.js';
import { languageOf, type Language } from '../language/language.js';
import { cancelCheckout, changeMethod } from './abandon.js';
import { offeredOn } from './offers.js';
import { afterAnswer } from '../methods/card/pay-by-card.js';
import type { Choice } from '../methods/method.js';
import { showCheckout } from './show-checkout.js';

interface Submission {
  req: Request;
  res: Response;
  payment: HostedPayment;
  values: FormValues;
}

/** Longer headers are none that a browser sends. */
const MOST_OF_HEADER = 500;

/** What gateways may be told of a customer's browser. Its headers are anybody's text, and are kept. */
function browserOf(req: Request, language: Language): Browser {
  const [userAgent, acceptHeader] = ['user-agent', 'accept'].map((header) =>
    maskCards(req.get(header) ?? '').slice(0, MOST_OF_HEADER),
  );
  return { ip: addressOf(req), language, ...(userAgent && { userAgent }), ...(acceptHeader && { acceptHeader }) };
}

/** Whether nothing was begun, since a job or a gateway's news has changed the payment in between. */
const isOvertaken = (payment: HostedPayment, after: HostedPayment): boolean =>
  after.version !== payment.version && after.attempts.length === payment.attempts.length;

/** Begins to pay in one of the ways that the page offers, and once more where somebody else was in between. */
async function begin(submission: Submission, choice: Choice): Promise<void> {
  const { req, res, payment, values } = submission;
  const language = languageOf(req);
  const begun = await choice.pay({ ...payment, browser: browserOf(req, language) }, { values, language });
  if ('faults' in begun) return showCheckout(req, res, payment, { status: 422, values, faults: begun.faults });
  if (isOvertaken(payment, begun)) return pay({ ...submission, payment: begun });
  // A decline is shown at once, so that the name need not be typed again.
  if (choice.answersAtOnce && begun.status === 'checkout_open') return showCheckout(req, res, begun, { values });
  redirectOn(res, begun);
}

/** Ends a payment whose time is over at once, as its job would: nothing new may begin. */
async function expire({ req, res, payment }: Submission): Promise<void> {
  const { event, changes } = endOfCheckout(payment, 'timed_out', 'session_expired');
  await transition(payment, event, changes, 'web');
  showCheckout(req, res, await reload(payment));
}

async function pay(submission: Submission): Promise<void> {
  const { req, res, payment, values } = submission;
  if (payment.status !== 'checkout_open') return redirectOn(res, await afterAnswer(payment));
  if (await isPaidAllTheSame(payment)) return redirectOn(res, await reload(payment));
  if (isOutOfTime(payment)) return expire(submission);
  if (await isSuspended(payment.merchantId)) throw merchantInactive();
  const name = values.method || 'card'; // as a form without the field says
  const choice = offeredOn(payment).find((offered) => offered.name === name);
  if (!choice) return showCheckout(req, res, payment, { status: 422, faults: { method: 'notOffered' } });
  await begin(submission, choice);
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
