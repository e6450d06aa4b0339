import type { ErrorRequestHandler } from 'express';
import { asApiError, requestIdOf } from '../http/error-handler.js';
import { logger } from '../logger.js';
import { languageOf } from './language.js';
import { showPage } from './show-page.js';

/** Faults on a customer's way are a page of ours, in the customer's language. */
export const pageErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const { status: answer, extra, cause } = asApiError(error);
  if (answer === 404) return showPage(res, 404, 'not-found', languageOf(req)); // such as a path that cannot be decoded
  if (answer >= 500) {
    const requestId = requestIdOf(res);
    logger.warn('page.failed', { requestId, status: answer, error: answer === 500 ? error : cause });
  }
  if (res.headersSent) return void res.destroy();
  if (extra.retryAfter !== undefined) res.set('Retry-After', String(extra.retryAfter));
  const again = req.originalUrl.startsWith('/payment/checkout') ? req.originalUrl : undefined;
  showPage(res, answer, 'trouble', languageOf(req), { tooMany: answer === 429, again });
};
