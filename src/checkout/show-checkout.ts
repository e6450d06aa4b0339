import type { Request, Response } from 'express';
import { pagesOf } from '../gateways/connectors.js';
import { phoneOf } from '../http/phone-of.js';
import { commonView } from './common-view.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { languageOf } from '../language/language.js';
import { allowOrigins, formTargets, imageOrigin } from './page-headers.js';
import { pageOf, waitingPageOf } from './page-of.js';
import { payView, type Filled } from './pay-view.js';
import { resultView } from './result-view.js';
import { showPage } from './show-page.js';

/** What a page shows beside what all of them do. */
function viewOf(req: Request, page: string, payment: HostedPayment, filled: Filled): object {
  const language = languageOf(req);
  if (page === 'pay') return payView(payment, language, filled);
  if (page === 'challenge') return { challengeUrl: payment.threeDs?.url };
  if (page === 'result') return resultView(payment, language);
  return waitingPageOf(payment)?.view(payment, language, phoneOf(req)) ?? {};
}

/** Browsers apply form-action also to the redirects that follow a form: to the bank, the wallet and the shop. */
function allowItsOrigins(res: Response, { checkout, urls, threeDs, siteLogo }: HostedPayment): void {
  const { accounts, fallbacks = {} } = checkout;
  const gateways = [...Object.values(accounts), ...Object.values(fallbacks).flat()].flatMap(pagesOf);
  allowOrigins(res, {
    forms: formTargets([...gateways, threeDs?.url, urls.success, urls.cancel]),
    image: imageOrigin(siteLogo),
  });
}

/** Answers with the page that the payment is at, whatever was requested. */
export function showCheckout(
  req: Request,
  res: Response,
  payment: HostedPayment,
  { status = 200, ...filled }: Filled & { status?: number } = {},
): void {
  const language = languageOf(req);
  allowItsOrigins(res, payment);
  const page = pageOf(payment);
  showPage(res, status, page, language, {
    ...commonView(payment, language),
    ...viewOf(req, page, payment, filled),
  });
}
