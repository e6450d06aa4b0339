import type { ErrorRequestHandler, Request, Response } from 'express';
import { answerEarly } from '../http/answer-early.js';
import { asApiError, logError, setErrorHeaders } from '../http/error-handler.js';
import { traceOf } from '../http/trace-request.js';
import { commonView } from './common-view.js';
import type { HostedPayment } from './hosted-payment.js';
import { languageOf } from './language.js';
import { showPage } from './show-page.js';

/** Shows a fault as one of our pages, in the customer's language, and with the payment when it is known. */
export function showFault(error: unknown, req: Request, res: Response, payment?: HostedPayment): void {
  const answer = asApiError(error);
  const { status } = answer;
  logError(error, answer, traceOf(res).requestId);
  if (res.headersSent) return void res.destroy();
  setErrorHeaders(res, answer);
  answerEarly(req, res);
  const language = languageOf(req);
  if (status === 404) return showPage(res, 404, 'not-found', language);
  const about = payment && commonView(payment, language);
  const suspended = answer.code === 'merchant_inactive';
  const kind = { tooMany: status === 429, suspended, unreadable: status < 500 };
  showPage(res, status, 'trouble', language, { ...about, ...kind, again: req.originalUrl });
}

export const pageErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => showFault(error, req, res);
