import type { Request, Response } from 'express';
import { languageOf } from '../checkout/language.js';
import { showPage } from '../checkout/show-page.js';
import { askNow } from '../payments/ask-now.js';
import { currentAttempt } from '../payments/attempts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { publicStatus, type PaymentStatus } from '../payments/states.js';
import { readReturnToken } from './return-token.js';

/** The payment whose attempt a token names; null for a token that is not ours, or of an attempt that is over. */
async function findAttempt(token: string): Promise<PaymentRecord | null> {
  const named = readReturnToken(token);
  const payment = named && (await payments.findOne({ _id: named.trx }));
  return payment && currentAttempt(payment).no === named.attempt ? payment : null;
}

/**
 * A customer comes back from an issuer's or a wallet's page. Nothing in the request but the token counts: the gateway
 * is asked, and however often the customer comes, the payment ends once.
 */
export async function comeBack(req: Request<{ token: string }>, res: Response, waiting: PaymentStatus): Promise<void> {
  const language = languageOf(req);
  const payment = await findAttempt(req.params.token);
  if (!payment) return showPage(res, 404, 'not-found', language);
  const known = payment.status === waiting ? await askNow(payment) : payment;
  const status = publicStatus(known.status);
  if (status === 'pending') return showPage(res, 200, 'processing', language, { test: payment.mode === 'test' });
  res.redirect(303, status === 'success' ? known.urls.success : known.urls.cancel);
}
