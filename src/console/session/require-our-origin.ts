import type { Request, RequestHandler } from 'express';
import { config } from '../../../config/index.js';
import { findCaller } from './caller.js';
import { forbidden } from '../errors.js';
import { parseUrl } from '../../validation/parse-url.js';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes nothing. */
export const isRead = ({ method }: Request): boolean => READS.has(method);

function isOurs(req: Request, origin: string): boolean {
  const url = parseUrl(origin); // none of "null", which sandboxed frames send
  return url !== null && url.host === req.host && (!config.production || url.protocol === 'https:');
}

/**
 * Refuses writes that another site's page had a browser send. SameSite cookies are not enough: another port of the
 * same host counts as the same site. Browsers name the origin in every write, so a write without one comes from a
 * script, which is welcome with a token of its own but not with a browser's cookie.
 */
export const requireOurOrigin: RequestHandler = (req, _res, next) => {
  const caller = findCaller(req);
  const byToken = caller && !caller.session;
  if (isRead(req) || byToken) return next();
  const origin = req.get('origin');
  const allowed = origin === undefined ? !caller : isOurs(req, origin);
  next(allowed ? undefined : forbidden('This request did not come from a page of this console'));
};
