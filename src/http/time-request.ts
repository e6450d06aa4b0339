import type { Request, RequestHandler, Response } from 'express';
import { requestSeconds } from '../telemetry/metrics.js';

/** The path as it is mounted, such as /sandbox/payments/:trx/simulate: never what somebody typed. */
function pathOf(req: Request): string {
  const route = req.route as { path: unknown } | undefined; // Express types it as any
  const path: unknown = Array.isArray(route?.path) ? route.path[0] : route?.path; // several: the others are aliases
  return typeof path === 'string' ? `${req.baseUrl}${path}` : 'other';
}

/** What we answer when the fault is ours. */
const FAULTS = [500, 503];
/** Of a request whose caller has left before its answer: nobody is sent that. */
const LEFT = 499;

const known = new Set<string>();

/** Has what alerts count of a path begin at nothing with its first request: the first faults would else be no rise. */
function beginAtZero(path: string): void {
  if (known.has(path)) return;
  known.add(path);
  for (const status of FAULTS) requestSeconds.zero({ path, status });
}

/** Has timeRequest() leave out a request that is counted in another way. */
export const leaveUntimed = (res: Response): void => void (res.locals.untimed = true);

/** Times every request until its answer is written, or its caller has left. */
export const timeRequest: RequestHandler = (req, res, next) => {
  const end = requestSeconds.startTimer();
  res.once('close', () => {
    if (res.locals.untimed) return;
    const path = pathOf(req);
    beginAtZero(path);
    end({ path, status: res.writableFinished ? res.statusCode : LEFT });
  });
  next();
};
