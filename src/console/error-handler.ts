import type { ErrorRequestHandler, Request } from 'express';
import { ServiceUnavailable, type ApiError } from '../errors.js';
import { asApiError, errorHandler, logError, setErrorHeaders } from '../http/error-handler.js';
import { traceOf } from '../http/trace-request.js';
import { logger } from '../telemetry/logger.js';
import { renderPage } from './pages/render-page.js';
import { findCaller } from './session/caller.js';
import { isRead } from './session/require-our-origin.js';
import { wantsPage } from './session/wants-page.js';

/** In words for people, where the error's own are meant for programs. */
const PAGES: Record<number, { title: string; text?: string }> = {
  403: { title: 'You may not do this' },
  404: { title: 'There is no such page', text: 'The link may be cut off, or what it led to is gone' },
  500: { title: 'Something went wrong on our side', text: 'It is in the log under the number below' },
  503: {
    title: 'Out of reach for the moment',
    text: 'The database or the queue does not answer. Try again in some seconds',
  },
};

/** What an operator asked for may be done, although a store did not say so: then the audit trail has nothing of it. */
function noteUncertain(error: unknown, req: Request, answer: ApiError, requestId: string): void {
  const caller = findCaller(req);
  const isStores = answer instanceof ServiceUnavailable && answer !== error; // our own is thrown before anything is done
  if (!caller || !isStores || isRead(req)) return;
  logger.error('audit.uncertain', { operatorId: caller.operator._id, asked: `${req.method} ${req.path}`, requestId });
}

/** Answers people with a page and everybody else with the error body of contract 2. */
export const consoleErrorHandler: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return errorHandler(error, req, res, next);
  const answer = asApiError(error);
  const { requestId } = traceOf(res);
  noteUncertain(error, req, answer, requestId);
  if (answer.status === 401) res.set('WWW-Authenticate', 'Bearer'); // RFC 9110, 11.6.1
  if (!wantsPage(req)) return errorHandler(error, req, res, next);
  logError(error, answer, requestId);
  setErrorHeaders(res, answer);
  res.status(answer.status);
  renderPage(req, res, 'error', {
    title: 'This did not work',
    text: answer.message,
    requestId,
    ...PAGES[answer.status],
  });
};
