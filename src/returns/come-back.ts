import type { Request, Response } from 'express';
import { checkoutPath } from '../checkout/link.js';
import { isHosted } from '../payments/hosted-payment.js';
import { languageOf } from '../language/language.js';
import { showPage } from '../checkout/show-page.js';
import { seeOther } from '../http/see-other.js';
import { pollNow } from '../payments/poll-now.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { publicStatus, type PaymentStatus } from '../payments/states.js';
import { readReturnToken } from '../payments/return-token.js';

/**
 * Finds the payment whose attempt a token names; null for a token that is not ours. A hosted payment may have gone on
 * to another attempt, and then leads back to its page. Any other payment has only one attempt.
 */
async function findAttempt(token: string): Promise<{ payment: PaymentRecord; isOver: boolean } | null> {
  const named = readReturnToken(token);
  const payment = named && (await payments.findOne({ _id: named.trx }));
  if (!payment || named.attempt > payment.attempts.length) return null;
  const isOver = named.attempt < payment.attempts.length;
  return isOver && !isHosted(payment) ? null : { payment, isOver };
}

/**
 * Leads the customer on: to the shop after success or another end, or to the page of a hosted payment to try again.
 * While the outcome is open that page would only lead back to where the customer came from, so a waiting page is shown.
 */
function leadOn(req: Request, res: Response, payment: PaymentRecord, isOpen: boolean): void {
  const status = publicStatus(payment.status);
  if (status === 'success') return seeOther(res, payment.urls.success);
  if (isHosted(payment) && !isOpen) return res.redirect(303, checkoutPath(payment, { follow: true }));
  if (status !== 'pending') return seeOther(res, payment.urls.cancel);
  showPage(res, 200, 'processing', languageOf(req), { test: payment.mode === 'test', page: 'processing' });
}

/**
 * A customer comes back from an issuer's or a wallet's page. Nothing in the request but the token counts: the gateway
 * is asked, and however often the customer comes, the payment ends once.
 */
export async function comeBack(req: Request<{ token: string }>, res: Response, waiting: PaymentStatus): Promise<void> {
  const found = await findAttempt(req.params.token);
  if (!found) return showPage(res, 404, 'not-found', languageOf(req));
  const isOpen = ({ status }: PaymentRecord) => status === waiting && !found.isOver;
  const latest = isOpen(found.payment) ? await pollNow(found.payment) : found.payment;
  leadOn(req, res, latest, isOpen(latest));
}
