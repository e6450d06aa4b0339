import type { ErrorRequestHandler, Request, Response } from 'express';
import { ServiceUnavailable, type ApiError } from '../errors.js';
import { answerEarly } from '../http/refused-body.js';
import { asApiError, logError, setErrorHeaders } from '../http/error-handler.js';
import { traceOf } from '../http/trace-request.js';
import { commonView } from './common-view.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { languageOf } from '../language/language.js';
import { asNotBegun } from './not-begun.js';
import type { Texts } from '../language/texts/en.js';
import { showPage } from './show-page.js';

/** Which of the texts about trouble says what became of the request. */
function whyOf({ status, code }: ApiError): keyof Texts['trouble'] {
  if (status === 429) return 'tooMany';
  if (code === 'merchant_inactive') return 'suspended';
  return status < 500 ? 'unreadable' : 'unknown';
}

/** Seconds until the page looks again, of itself, whether what it needs is there. */
const LOOKS_AGAIN = 3;

/**
 * Whether a form of the page was refused before anything was written for it: its payment could not be read, or Redis was
 * away, without which no card is taken. What MongoDB fails with later may have been written, and a bank may post too.
 */
function cameToNothing(error: unknown, { method, query }: Request, status: number, payment?: HostedPayment): boolean {
  const isForm = method === 'POST' && query.payment_trx !== undefined;
  return isForm && status === 503 && (payment === undefined || error instanceof ServiceUnavailable);
}

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
  const about = payment && { ...commonView(payment, language), statePath: undefined }; // it may stay as it is
  const waits = status === 503 ? LOOKS_AGAIN : undefined;
  const again = cameToNothing(error, req, status, payment) ? asNotBegun(req.originalUrl) : req.originalUrl;
  showPage(res, status, 'trouble', language, { ...about, why: whyOf(answer), again, waits });
}

export const pageErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => showFault(error, req, res);
