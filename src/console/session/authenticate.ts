import type { Request, RequestHandler } from 'express';
import { authenticationFailed } from '../../errors.js';
import { type Caller, setCaller } from './caller.js';
import { findOperator, findOperatorByToken } from '../operators/operators.js';
import { readSessionCookie } from './session-cookie.js';
import { continueSession, findSession, isOfNow } from './sessions.js';

/** The board, and lists that look for what is new, ask by themselves: that is nobody's activity, and keeps no session alive. */
const isPolled = (req: Request): boolean =>
  req.method === 'GET' && (req.path.startsWith('/queues/api/') || req.get('x-refresh') === 'live');

async function byToken(header: string): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const operator = token && (await findOperatorByToken(token));
  if (!operator) throw authenticationFailed();
  return { operator };
}

async function bySession(req: Request, cookie: string, now: Date): Promise<Caller | null> {
  const session = await (isPolled(req) ? findSession : continueSession)(cookie, now);
  const operator = session && (await findOperator(session.operatorId));
  return operator && isOfNow(session, operator) ? { operator, session } : null;
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
