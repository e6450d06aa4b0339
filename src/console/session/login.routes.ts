import express, { type Request, type Response, Router } from 'express';
import { logger } from '../../telemetry/logger.js';
import { audit } from '../audit/audit.js';
import { findCaller } from './caller.js';
import { localPath } from './local-path.js';
import { chargeAttempt, forgiveFailures, loginSubjects } from './login-throttle.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import { normalEmail, verifyOperator } from '../operators/operators.js';
import { renderPage } from '../pages/render-page.js';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.js';
import { endSession, openSession } from './sessions.js';
import { addressOf } from '../../http/address-of.js';
import { takesOnly } from '../../http/takes-only.js';

interface Form {
  email: string;
  password: string;
  next: string;
}

/** The same for an unknown e-mail, a wrong password and a disabled operator. */
const WRONG = 'Wrong e-mail or password.';

const inWords = (seconds: number): string =>
  seconds < 60
    ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    : `${Math.ceil(seconds / 60)} min (${seconds} seconds)`;

function readForm(body: unknown): Form {
  const fields = (body ?? {}) as Record<string, unknown>; // express.urlencoded gives an object or nothing
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { email: normalEmail(text(fields.email)), password: text(fields.password), next: localPath(fields.next) };
}

interface Notes {
  error?: string;
  notice?: string | undefined;
}

function showLogin(req: Request, res: Response, { email, next }: Pick<Form, 'email' | 'next'>, notes: Notes): void {
  renderPage(req, res, 'login', { title: notes.error ? 'Error: Sign in' : 'Sign in', email, next, ...notes });
}

/** Why somebody who was signed in finds the login page, when the browser still has the cookie or has just lost it. */
function noticeFor(req: Request): string | undefined {
  if (req.query['signed-out'] !== undefined) return 'You are signed out.';
  if (req.query.unsent !== undefined)
    return 'Your session has ended, so nothing was done. Sign in, then send the form again.';
  if (readSessionCookie(req)) return 'Your session has ended. Sign in again to go on where you were.';
  return undefined;
}

async function signIn(req: Request, res: Response, operator: OperatorRecord, now: Date): Promise<void> {
  const before = readSessionCookie(req);
  if (before) await endSession(before);
  const cookie = await openSession(operator, now);
  await audit(operator, 'session.opened', operator._id, { address: addressOf(req) });
  setSessionCookie(res, cookie);
}

/** GET and POST /login, POST /logout. */
export function loginRoutes(clock: () => Date): Router {
  const router = Router();
  const [login, logout] = [router.route('/login'), router.route('/logout')];

  login.get((req, res) => {
    const next = localPath(req.query.next);
    if (findCaller(req)) return res.redirect(303, next);
    showLogin(req, res, { email: '', next }, { notice: noticeFor(req) });
  });

  login.post(express.urlencoded({ extended: false, limit: '10kb' }), async (req, res) => {
    const form = readForm(req.body);
    const address = addressOf(req);
    const subjects = loginSubjects(form.email, address);
    const wait = await chargeAttempt(subjects, clock());
    if (wait > 0) {
      res.status(429).set('Retry-After', String(wait));
      return showLogin(req, res, form, { error: `Too many attempts. Wait ${inWords(wait)}, then try again.` });
    }
    const operator = await verifyOperator(form.email, form.password);
    if (!operator) {
      logger.warn('login.refused', { address });
      res.status(401);
      return showLogin(req, res, form, { error: WRONG });
    }
    await forgiveFailures(subjects);
    await signIn(req, res, operator, clock());
    res.redirect(303, form.next);
  });

  logout.post(async (req, res) => {
    const operator = findCaller(req)?.operator;
    const cookie = readSessionCookie(req);
    if (cookie) await endSession(cookie);
    if (operator) await audit(operator, 'session.closed', operator._id);
    clearSessionCookie(res);
    res.redirect(303, '/login?signed-out');
  });

  login.all(takesOnly('GET', 'POST'));
  logout.all(takesOnly('POST'));

  return router;
}
