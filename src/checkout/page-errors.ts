import type { ErrorRequestHandler } from 'express';
import { asApiError, requestIdOf } from '../http/error-handler.js';
import { logger } from '../logger.js';
import { languageOf } from './language.js';
import { showPage } from './show-page.js';

/** Faults on a customer's way are a page of ours, in the customer's language. */
export const pageErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const { status, extra, cause } = asApiError(error);
  const requestId = requestIdOf(res);
  if (status === 500) logger.error('request.crashed', { requestId, error });
  else if (status === 503) logger.warn('request.refused', { requestId, error: cause });
  if (res.headersSent) return void res.destroy();
  if (extra.retryAfter !== undefined) res.set('Retry-After', String(extra.retryAfter));
  if (!req.complete) res.set('Connection', 'close'); // the rest of the body is not worth waiting for
  const language = languageOf(req);
  if (status === 404) return showPage(res, 404, 'not-found', language);
  showPage(res, status, 'trouble', language, { tooMany: status === 429, again: req.originalUrl });
};
