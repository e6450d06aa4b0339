import { UPI_APPS } from '../../connectors/orders.js';
import { writeTime } from '../../language/format.js';
import type { Phone } from '../../http/phone-of.js';
import { LANGUAGES, type Language } from '../../language/language.js';
import { toDecimal } from '../../money/amounts.js';
import type { HostedPayment } from '../../payments/hosted-payment.js';
import { payAsync } from '../local/pay-async.js';
import type { Choice, Method, WaitingPage } from '../method.js';
import { initiateUpi, linksOf, openUpi, UPI } from './initiate.js';
import { drawnQrCode } from './drawn.js';
import { linkForAnyApp } from './upi-link.js';

/** By their own names, in every language. */
const APP_NAMES = { gpay: 'Google Pay', phonepe: 'PhonePe', paytm: 'Paytm' } as const;

/** What the page of an open UPI order shows. */
function upiView(payment: HostedPayment, language: Language, phone: Phone | null) {
  const links = linksOf(payment);
  const apps = UPI_APPS.flatMap((app) => {
    const url = links[app];
    return url === undefined ? [] : [{ name: APP_NAMES[app], url }];
  });
  return {
    apps,
    anyApp: linkForAnyApp(links, phone),
    onPhone: phone !== null,
    upiId: payment.local?.upi?.pa,
    plainAmount: toDecimal(payment.amounts.gross, payment.amounts.currency), // as an app takes it
    untilAt: payment.local?.expiresAt.toISOString(),
    until: payment.local && writeTime(payment.local.expiresAt, language),
  };
}

const choice: Choice = {
  name: 'upi',
  form: 'form-order',
  mark: 'mark-upi',
  texts(language, amount) {
    const { upi } = LANGUAGES[language];
    return { ...upi, start: upi.start(amount) };
  },
  pay: (payment) => payAsync(payment, UPI, openUpi),
};

const waiting: WaitingPage = {
  status: UPI.status,
  template: 'upi',
  isReady: ({ upi }) => upi !== undefined,
  view: upiView,
  picture: (payment) => drawnQrCode(linksOf(payment).upi),
};

export const upi: Method = {
  name: UPI.name,
  currencies: ['INR'],
  h2h: { type: 'local', initiate: initiateUpi },
  page: { place: 1, choices: [choice], waiting },
};
