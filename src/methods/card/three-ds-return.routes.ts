import { Router, urlencoded, type Request, type Response } from 'express';
import { config } from '../../../config/index.js';
import { languageOf } from '../../checkout/language.js';
import { showPage } from '../../checkout/show-page.js';
import { endingsOf } from '../../queue.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { publicStatus } from '../../payments/states.js';
import { postpone } from '../../payments/transition.js';
import { currentAttempt } from '../../payments/attempts.js';
import { readReturnToken } from './return-token.js';

/** The payment whose challenge a token belongs to; null for a token that is not ours. */
async function findChallenged(token: string): Promise<PaymentRecord | null> {
  const named = readReturnToken(token);
  const payment = named && (await payments.findOne({ _id: named.trx }));
  return payment && currentAttempt(payment).no === named.attempt ? payment : null;
}

/** Asks the gateway now, by waking the job that owns the challenge, and waits for what it finds. */
async function resolve(payment: PaymentRecord): Promise<PaymentRecord> {
  const ending = endingsOf('three-ds-resolution').expect({ id: payment._id, gen: payment.gen + 1 });
  try {
    if (await postpone(payment, new Date())) await ending.within(config.card.answerWait);
  } finally {
    ending.forget();
  }
  return (await payments.findOne({ _id: payment._id })) ?? payment;
}

/** Where the issuer's page sends the customer. Nothing in the request but the token counts: the gateway is asked. */
async function comeBack(req: Request<{ token: string }>, res: Response): Promise<void> {
  const language = languageOf(req);
  const payment = await findChallenged(req.params.token);
  if (!payment) return showPage(res, 404, 'not-found', language);
  const known = payment.status === 'challenged' ? await resolve(payment) : payment;
  const status = publicStatus(known.status);
  if (status === 'pending') return showPage(res, 200, 'processing', language, { test: payment.mode === 'test' });
  res.redirect(303, status === 'success' ? known.urls.success : known.urls.cancel);
}

export const threeDsReturnRoutes = Router();
threeDsReturnRoutes.get('/3ds/return/:token', comeBack);
threeDsReturnRoutes.post('/3ds/return/:token', urlencoded({ extended: false, limit: '10kb' }), (req, res) =>
  comeBack(req, res),
);
