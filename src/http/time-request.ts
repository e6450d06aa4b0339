import type { Request, RequestHandler } from 'express';
import { requestSeconds } from '../telemetry/metrics.js';

/** The path as it is mounted, such as /sandbox/payments/:trx/simulate: never what somebody typed. */
function pathOf(req: Request): string {
  const route = req.route as { path: unknown } | undefined; // Express types it as any
  const path: unknown = Array.isArray(route?.path) ? route.path[0] : route?.path; // several: the others are aliases
  return typeof path === 'string' ? `${req.baseUrl}${path}` : 'other';
}

/** Times every request until its answer is written. */
export const timeRequest: RequestHandler = (req, res, next) => {
  const end = requestSeconds.startTimer();
  res.once('finish', () => end({ path: pathOf(req), status: res.statusCode }));
  next();
};
