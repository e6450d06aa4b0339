import type { Response } from 'express';
import { methodOf } from '../methods/index.js';
import { seeOther } from '../http/see-other.js';
import { checkoutPath } from './link.js';
import { pageOf } from './page-of.js';
import { isChallengeOpen } from '../payments/news.js';
import { openMoney } from '../payments/under-review.js';
import type { HostedPayment } from '../payments/hosted-payment.js';

/**
 * Leads on from a form. A browser follows a 303; the page's script, which could not read where one leads, is told the
 * address.
 */
function leadOn(res: Response, url: string): void {
  if (res.req.get('x-requested-with') === 'fetch') res.json({ to: url });
  else seeOther(res, url);
}

/**
 * For so long after the payment ended, a waiting page leads on. Later, as after the back button, it shows the result.
 */
const REDIRECTS_FOR = 120_000; // ms

/** The address outside our page where the customer goes next; null when it is our own page. */
function externalUrl(payment: HostedPayment): string | null {
  const { status, urls, threeDs, local } = payment;
  if (status === 'succeeded') return urls.success;
  if (isChallengeOpen(payment)) return threeDs?.url ?? null;
  const page = methodOf(payment)?.page.waiting;
  return local && page?.status === status ? (page.url?.(local) ?? null) : null;
}

/** After a form, leads to the bank, the wallet or the shop, or else to the page of the payment. */
export function redirectOn(res: Response, payment: HostedPayment): void {
  leadOn(res, externalUrl(payment) ?? checkoutPath(payment, { follow: true }));
}

/** The pages that wait for nothing. */
const AT_REST = ['pay', 'result'];

/**
 * Where a page that waited leads; null while it waits on. What it has come to is shown at the page's own address: by the
 * back button that shows how things stand then, and leads nobody on.
 */
export function redirectOf(payment: HostedPayment): string | null {
  const since = Date.now() - (payment.history.at(-1)?.at.getTime() ?? 0);
  const goesOn = payment.status === 'succeeded' || payment.status === 'challenged';
  const next = goesOn && since < REDIRECTS_FOR ? externalUrl(payment) : null;
  return next ?? (AT_REST.includes(pageOf(payment)) ? checkoutPath(payment) : null);
}

/** After a cancel, leads to the shop if the payment has ended without money, or else to its page. */
export function redirectBack(res: Response, payment: HostedPayment): void {
  const hasEnded = (payment.status === 'cancelled' || payment.status === 'failed') && !openMoney(payment);
  leadOn(res, hasEnded ? payment.urls.cancel : checkoutPath(payment, { follow: true }));
}
