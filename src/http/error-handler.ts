import type { ErrorRequestHandler, Response } from 'express';
import { isDatabaseAway } from '../database/errors.js';
import { ApiError, notFound, ServiceUnavailable } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { isRedisAway } from '../redis/client.js';
import { answerEarly } from './refused-body.js';
import { traceOf } from './trace-request.js';

/** The one error format (contract 2). */
export function errorBody(error: ApiError, requestId: string) {
  const { errors } = error.extra;
  return {
    status: 'error',
    message: errors ? errors.map(({ message }) => message) : [error.message],
    code: error.code,
    request_id: requestId,
    ...(errors && { errors }),
  };
}

/** An error as it is written where Express has no part in it: its headers by name, and its body. */
export function writtenError(error: ApiError, requestId: string) {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
  return { body, headers };
}

/** What Node or Express cannot make a request of. */
export const unreadableRequest = (status: number): ApiError =>
  new ApiError(status, status === 413 ? 'payload_too_large' : 'bad_request', 'This request cannot be read');

/** What Express throws at a request that it cannot read is the sender's fault, not a bug of ours. */
function unreadable(error: unknown): ApiError | undefined {
  if (error instanceof URIError) return notFound(); // a path that cannot be decoded is none of ours
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return unreadableRequest(status);
}

/** What was thrown, as the answer that it deserves. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error) || isRedisAway(error)) return new ServiceUnavailable(error);
  return unreadable(error) ?? new ApiError(500, 'internal_error', 'Something went wrong on our side');
}

/** The headers that an error asks for. */
export function setErrorHeaders(res: Response, { extra: { retryAfter, allow } }: ApiError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (allow) res.set('Allow', allow);
}

/** One line for what is our fault, or that of what we need. */
export function logError(error: unknown, answer: ApiError, requestId: string): void {
  if (answer.status === 500) logger.error('request.crashed', { requestId, error });
  else if (answer.status === 503) logger.warn('request.refused', { requestId, code: answer.code, error: answer.cause });
}

/** The only place where an error becomes an answer. */
export const errorHandler: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const answer = asApiError(error);
  const { requestId } = traceOf(res);
  logError(error, answer, requestId);
  if (res.headersSent) return void res.destroy();
  setErrorHeaders(res, answer);
  answerEarly(req, res);
  res.status(answer.status).json(errorBody(answer, requestId));
};
