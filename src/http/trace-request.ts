import type { RequestHandler } from 'express';
import { newTrace, withTrace } from '../trace.js';

/** Gives every request an id of its own, which the answer, the error body, the log and all that follows repeat. */
export const traceRequest: RequestHandler = (req, res, next) => {
  const { traceparent } = req.headers;
  const trace = newTrace(Array.isArray(traceparent) ? undefined : traceparent);
  res.locals.requestId = trace.requestId;
  res.set('X-Request-Id', trace.requestId);
  withTrace(trace, next);
};
