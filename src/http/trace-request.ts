import type { RequestHandler, Response } from 'express';
import { newTrace, type Trace } from '../telemetry/trace.js';

/** Gives every request an id of its own, which the answer, the error body, the log and all that follows repeat. */
export const traceRequest: RequestHandler = (req, res, next) => {
  const { traceparent } = req.headers;
  const trace = newTrace(Array.isArray(traceparent) ? undefined : traceparent);
  res.locals.trace = trace;
  res.set('X-Request-Id', trace.requestId);
  next();
};

/** The trace that traceRequest() has given the request. */
export const traceOf = (res: Response): Trace => res.locals.trace as Trace; // every app begins with traceRequest()
