import type { Response } from 'express';
import { seeOther } from '../http/see-other.js';
import { checkoutPath, type HostedPayment } from './hosted-payment.js';

/** For so long after its end a page that has waited leads on; later, as after the back button, it shows the result. */
const LEADS_ON_FOR = 120_000; // ms

/** Where a customer who has done something, or has waited, goes; null: to the payment's own page. */
function elsewhere({ status, urls, threeDs, local }: HostedPayment): string | null {
  if (status === 'succeeded') return urls.success;
  if (status === 'challenged') return threeDs?.url ?? null;
  return status === 'awaiting_wallet' ? (local?.wallet?.url ?? null) : null;
}

/** After a form: to the bank, the wallet or the shop, else to the page that the payment is at. */
export function goOn(res: Response, payment: HostedPayment): void {
  seeOther(res, elsewhere(payment) ?? checkoutPath(payment, { follow: true }));
}

/** Where a page that waited leads to; null: it shows what there is. */
export function leadsTo(payment: HostedPayment): string | null {
  if (payment.status !== 'succeeded' && payment.status !== 'challenged') return null;
  const since = Date.now() - (payment.history.at(-1)?.at.getTime() ?? 0);
  return since < LEADS_ON_FOR ? elsewhere(payment) : null;
}

/** After a cancel: to the shop once it has ended without money, else on with what is. */
export function goBack(res: Response, payment: HostedPayment): void {
  const hasEnded = payment.status === 'cancelled' || payment.status === 'failed';
  seeOther(res, hasEnded ? payment.urls.cancel : checkoutPath(payment, { follow: true }));
}
