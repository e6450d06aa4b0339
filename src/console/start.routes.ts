import { Router } from 'express';
import { JOB_NAMES, JOBS } from '../jobs.js';
import { findCaller, operatorOf } from './caller.js';
import { hasRole } from './operator.model.js';
import { renderPage } from './pages.js';
import { requireRole } from './require-role.js';
import { IDLE_MINUTES, SESSION_HOURS } from './sessions.js';

export const startRoutes = Router();

startRoutes.get('/', requireRole('viewer'), (req, res) => {
  const session = findCaller(req)?.session;
  const ends = session && new Date(session.createdAt.getTime() + SESSION_HOURS * 3_600_000);
  renderPage(req, res, 'start', {
    title: 'Start',
    queues: JOB_NAMES.map((name) => ({ name, about: JOBS[name].about })),
    mayChangeQueues: hasRole(operatorOf(req), 'admin'),
    session: session && { since: session.createdAt, ends, idleMinutes: IDLE_MINUTES },
  });
});
