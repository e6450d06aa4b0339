import { checkoutPath } from './link.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { LANGUAGES, type Language } from '../language/language.js';
import { mayChange } from './may-change.js';
import { formToken } from './our-form.js';
import { imageOrigin } from './page-headers.js';
import { pageOf } from './page-of.js';
import { withoutTurns, writeAmount } from '../language/format.js';

/** The logo, when the content policy can name its origin: a browser would refuse any other. */
const logoOf = ({ siteLogo }: HostedPayment): string | undefined =>
  imageOrigin(siteLogo) === undefined ? undefined : siteLogo;

/** What every page of a payment shows. */
export function commonView(payment: HostedPayment, language: Language) {
  const { currency, gross } = payment.amounts;
  return {
    test: payment.mode === 'test',
    page: pageOf(payment),
    gen: payment.attempts.length,
    mayChange: mayChange(payment),
    shop: withoutTurns(payment.siteName),
    logo: logoOf(payment),
    privacyUrl: payment.checkout.privacyUrl,
    details: withoutTurns(payment.details),
    amount: writeAmount(gross, currency, language),
    formToken: formToken(payment),
    expiresAt: payment.checkout.expiresAt.toISOString(),
    cancelUrl: payment.urls.cancel,
    successUrl: payment.urls.success,
    path: checkoutPath(payment),
    /** With the language in which it is read: what a form says was agreed to in that one, whatever other tabs have chosen. */
    formPath: `${checkoutPath(payment)}&lang=${language}`,
    follow: checkoutPath(payment, { follow: true }),
    statePath: checkoutPath(payment, { part: '/state' }),
    qrPath: checkoutPath(payment, { part: '/qr' }),
    texts: LANGUAGES[language],
  };
}
