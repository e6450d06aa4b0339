import { type RequestHandler, Router } from 'express';
import { pingQueues } from '../../jobs/queue.js';
import { onRedis } from '../../redis/client.js';
import { createBoard } from './board.js';
import { operatorOf } from '../session/caller.js';
import { BOARD_POLICY, setContentPolicy } from '../headers.js';
import { hasRole } from '../operators/role.js';
import { queueActions } from './queue-actions.js';
import { requireRole } from '../session/require-role.js';

const STATIC = '/static';

/** Without Redis there is nothing to show, and the board would only spin. One that is frozen keeps its connections, so it is asked. */
const requireQueues: RequestHandler = async (req, _res, next) => {
  if (!req.path.startsWith(STATIC)) await onRedis(pingQueues);
  next();
};

/** The board's files may be kept for a while: they change with its version only. */
const keepFiles: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, max-age=3600');
  next();
};

const needsAdmin = requireRole('admin');
const onlyAdminsWrite: RequestHandler = (req, res, next) =>
  req.method === 'GET' || req.method === 'HEAD' ? next() : needsAdmin(req, res, next);

/** Bull Board for who is signed in: one with buttons for admins, a read-only one for everybody else. */
export function queuesRoutes(path: string): Router {
  const router = Router();
  let boards: { full: RequestHandler; readOnly: RequestHandler } | undefined;
  router.use(requireRole('viewer'), onlyAdminsWrite, requireQueues, queueActions);
  router.use(STATIC, keepFiles);
  router.use(setContentPolicy(BOARD_POLICY), (req, res, next) => {
    boards ??= { full: createBoard(path, false), readOnly: createBoard(path, true) };
    const board = hasRole(operatorOf(req), 'admin') ? boards.full : boards.readOnly;
    return board(req, res, next);
  });
  return router;
}
