import type { Request, Response } from 'express';
import { pagesOf } from '../connectors/index.js';
import { accountNamed } from '../gateways/find-route.js';
import { commonView } from './common-view.js';
import type { HostedPayment } from './hosted-payment.js';
import { LANGUAGES, languageOf, type Language } from './language.js';
import { allowOrigins, formTargets, imageOrigin } from './page-headers.js';
import { pageOf, type CheckoutPage } from './page-of.js';
import { payView, type Filled } from './pay-view.js';
import { resultView } from './result-view.js';
import { showPage } from './show-page.js';
import { upiView } from './upi-view.js';

type View = (payment: HostedPayment, language: Language, filled: Filled) => object;

const walletView: View = ({ local }, language) => ({
  walletUrl: local?.wallet?.url,
  wallet: local?.wallet && LANGUAGES[language].wallet.names[local.wallet.code],
});

const VIEWS: Record<CheckoutPage, View> = {
  pay: payView,
  processing: () => ({}),
  challenge: ({ threeDs }) => ({ challengeUrl: threeDs?.url }),
  upi: upiView,
  wallet: walletView,
  debit: ({ local }) => ({ mandate: local?.mandate }),
  result: resultView,
};

/** Browsers apply form-action also to the redirects that follow a form: to the bank, the wallet and the shop. */
function allowItsOrigins(res: Response, { checkout, urls, threeDs, siteLogo }: HostedPayment): void {
  const gateways = Object.values(checkout.accounts).flatMap((account) => pagesOf(accountNamed(account).connector));
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
    ...VIEWS[page](payment, language, filled),
  });
}
