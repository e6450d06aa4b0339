import type { Request, RequestHandler, Response } from 'express';
import { authenticationFailed } from '../../errors.js';
import { parseUrl } from '../../validation/parse-url.js';
import { findCaller } from './caller.js';
import { forbidden } from '../errors.js';
import { hasRole, type Role } from '../operators/role.js';
import { renderPage } from '../pages/render-page.js';
import { wantsPage } from './wants-page.js';

/** The page that a form was sent from; the console's policy lets browsers name it to the console. */
function pageOfForm(req: Request): string {
  const page = parseUrl(req.get('referer') ?? '');
  return page ? page.pathname + page.search : '/';
}

/** Sends a browser to the login page, and back to where it was afterwards. A form has to be sent again from there. */
function askToSignIn(req: Request, res: Response): void {
  const isForm = req.method === 'POST';
  const next = encodeURIComponent(isForm ? pageOfForm(req) : req.originalUrl);
  const url = `/login?${isForm ? 'unsent&' : ''}next=${next}`;
  // A link from a chat or a mail comes without the cookie, which is SameSite=Strict, though its reader may well be
  // signed in. Going on from a page of ours sends it.
  if (req.get('sec-fetch-site') === 'cross-site') renderPage(req, res, 'go-on', { title: 'One moment', url });
  else res.redirect(303, url);
}

/** Lets operators pass who have this role or a higher one. */
export function requireRole(role: Role): RequestHandler {
  return (req, res, next) => {
    const caller = findCaller(req);
    if (caller && hasRole(caller.operator, role)) return next();
    if (caller) return next(forbidden(`This needs the role ${role}; yours is ${caller.operator.role}`));
    if (!wantsPage(req)) return next(authenticationFailed());
    askToSignIn(req, res);
  };
}
