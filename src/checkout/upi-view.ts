import { linksOf } from '../methods/upi/initiate.js';
import { toDecimal } from '../money/amounts.js';
import type { HostedPayment } from './hosted-payment.js';
import type { Language } from './language.js';
import { writeTime } from './format.js';

/** By their own names, in every language. */
const APP_NAMES = { gpay: 'Google Pay', phonepe: 'PhonePe', paytm: 'Paytm' } as const;

/** What the page of an open UPI order shows. */
export function upiView(payment: HostedPayment, language: Language) {
  const links = linksOf(payment);
  const apps = (['gpay', 'phonepe', 'paytm'] as const).flatMap((app) => {
    const url = links[app];
    return url === undefined ? [] : [{ name: APP_NAMES[app], url }];
  });
  return {
    apps,
    anyApp: links.upi1 ?? links.upi,
    upiId: payment.local?.upi?.pa,
    plainAmount: toDecimal(payment.amounts.gross, payment.amounts.currency), // as an app takes it
    untilAt: payment.local?.expiresAt.toISOString(),
    until: payment.local && writeTime(payment.local.expiresAt, language),
  };
}
