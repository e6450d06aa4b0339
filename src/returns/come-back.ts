import type { Request, Response } from 'express';
import { checkoutPath } from '../checkout/link.js';
import { isHosted } from '../payments/hosted-payment.js';
import { LANGUAGES, languageOf } from '../language/language.js';
import { allowOrigins, schemesFrom } from '../checkout/page-headers.js';
import { showPage } from '../checkout/show-page.js';
import { seeOther } from '../http/see-other.js';
import { isChallengeOpen } from '../payments/news.js';
import { pollNow } from '../payments/poll-now.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { publicStatus, type PaymentStatus } from '../payments/states.js';
import { keepQuery, needsQuery } from './keep-query.js';
import { queryOf } from './query-of.js';
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

/** What the page says that leads to the payment's bank or wallet. A card's may still hold an earlier wallet order. */
function wordsFor(req: Request, { local, status }: PaymentRecord): { title: string; go: string } {
  const { challenge, wallet } = LANGUAGES[languageOf(req)];
  if (status === 'challenged' || !local?.wallet) return challenge;
  const name = wallet.names[local.wallet.code];
  return { title: wallet.title(name), go: wallet.go(name) };
}

/** Shows the page that posts the form with which the customer gets to a bank or a wallet, by itself or by its button. */
export async function goOn(req: Request<{ token: string }>, res: Response, waiting: PaymentStatus): Promise<void> {
  const found = await findAttempt(req.params.token);
  if (!found) return showPage(res, 404, 'not-found', languageOf(req));
  const { payment, isOver } = found;
  const { form } = (waiting === 'challenged' ? payment.threeDs : payment.local?.wallet) ?? {};
  const isOpen = payment.status === waiting && !isOver;
  const mayGo = isOpen && (waiting !== 'challenged' || isChallengeOpen(payment));
  if (!form || !mayGo) return leadOn(req, res, payment, isOpen);
  allowOrigins(res, { forms: schemesFrom(form.action) });
  showPage(res, 200, 'go', languageOf(req), { test: payment.mode === 'test', form, ...wordsFor(req, payment) });
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
 * A customer comes back from an issuer's or a wallet's page. Nothing in the request but the token is believed: the
 * gateway is asked, or told of the query where its protocol wants that, and however often the customer comes, the
 * payment ends once.
 */
export async function comeBack(req: Request<{ token: string }>, res: Response, waiting: PaymentStatus): Promise<void> {
  const found = await findAttempt(req.params.token);
  if (!found) return showPage(res, 404, 'not-found', languageOf(req));
  const isOpen = ({ status }: PaymentRecord) => status === waiting && !found.isOver;
  const open = isOpen(found.payment);
  if (open && needsQuery(found.payment)) await keepQuery(found.payment, await queryOf(req, res));
  const latest = open ? await pollNow(found.payment) : found.payment;
  leadOn(req, res, latest, isOpen(latest));
}
