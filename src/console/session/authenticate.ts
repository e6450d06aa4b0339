import type { Request, RequestHandler } from 'express';
import { authenticationFailed } from '../../errors.js';
import { type Caller, setCaller } from './caller.js';
import { findOperator, findOperatorByToken } from '../operators/operators.js';
import { readSessionCookie } from './session-cookie.js';
import { continueSession, findSession } from './sessions.js';

/** The board asks every few seconds by itself: that is nobody's activity, and must not keep a session alive. */
const POLLED = '/queues/api/';

async function byToken(header: string): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const operator = token && (await findOperatorByToken(token));
  if (!operator) throw authenticationFailed();
  return { operator };
}

async function bySession(req: Request, cookie: string, now: Date): Promise<Caller | null> {
  const polled = req.method === 'GET' && req.path.startsWith(POLLED);
  const session = await (polled ? findSession : continueSession)(cookie, now);
  const operator = session && (await findOperator(session.operatorId));
  return operator ? { operator, session } : null;
}

/** Finds out who asks. A wrong token is refused at once; nobody at all is for requireRole to refuse. */
export function authenticate(clock: () => Date): RequestHandler {
  return async (req, _res, next) => {
    const header = req.get('authorization');
    const cookie = readSessionCookie(req);
    const caller = header ? await byToken(header) : cookie ? await bySession(req, cookie, clock()) : null;
    if (caller) setCaller(req, caller);
    next();
  };
}
