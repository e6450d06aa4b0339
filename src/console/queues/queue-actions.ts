import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AuditAction } from '../audit/audit.js';
import { record } from '../audit/record.js';
import { operatorOf } from '../session/caller.js';
import { forbidden } from '../errors.js';

/**
 * What an admin may do on the board: wake jobs up again, take them away, hold a queue. All of it is harmless, since a
 * job is only a wake-up. Making a job by hand or changing its data is not on the list.
 */
const ACTIONS: [path: string, action: AuditAction][] = [
  ['/api/queues/pause', 'queue.paused'],
  ['/api/queues/resume', 'queue.resumed'],
  ['/api/queues/:queue/pause', 'queue.paused'],
  ['/api/queues/:queue/resume', 'queue.resumed'],
  ['/api/queues/:queue/empty', 'queue.emptied'],
  ['/api/queues/:queue/retry/:status', 'queue.retried'],
  ['/api/queues/:queue/clean/:status', 'queue.cleaned'],
  ['/api/queues/:queue/promote', 'queue.promoted'],
  ['/api/queues/:queue/:job/retry', 'job.retried'],
  ['/api/queues/:queue/:job/clean', 'job.cleaned'],
  ['/api/queues/:queue/:job/promote', 'job.promoted'],
];

/** Adds a line to the trail once the board has done it. */
function recordOnceDone(req: Request, res: Response, action: AuditAction): void {
  const { queue = 'every queue', ...details } = req.params;
  const operator = operatorOf(req);
  res.once('finish', () => {
    if (res.statusCode >= 400) return;
    void record(operator, action, String(details.job ?? queue), { queue, ...details });
  });
}

const refuse: RequestHandler = () => {
  throw forbidden('Jobs can be retried, promoted, cleaned and paused here, and nothing else');
};

/** Stands before the board: records what is on the list, refuses every other write. */
export const queueActions = Router();

for (const [path, action] of ACTIONS)
  queueActions.put(path, (req, res, next) => {
    recordOnceDone(req, res, action);
    next('router');
  });
queueActions.put('/{*other}', refuse).post('/{*other}', refuse).patch('/{*other}', refuse).delete('/{*other}', refuse);
