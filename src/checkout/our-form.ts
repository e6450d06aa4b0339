import type { Request } from 'express';
import { config } from '../../config/index.js';
import { isKeyedHash, keyedHash } from '../crypto.js';
import { parseUrl } from '../parse-url.js';
import type { HostedPayment } from './hosted-payment.js';

const OUR_ORIGIN = new URL(config.publicUrl).origin;

function isOurs(req: Request, origin: string): boolean {
  return origin === OUR_ORIGIN || (!config.production && parseUrl(origin)?.host === req.host);
}

/**
 * Whether a POST comes from a page of ours. Under no-referrer browsers say "null" for the origin of a form (Fetch,
 * "append a request Origin header"), and then Sec-Fetch-Site tells; what knows neither has only the form's token.
 */
export function isFromOurPage(req: Request): boolean {
  const origin = req.get('origin');
  if (origin !== undefined && origin !== 'null') return isOurs(req, origin);
  const site = req.get('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

const boundTo = ({ checkout }: HostedPayment, attempts: number) => `${checkout.tokenHash}|${attempts}`;

/** What a form of the page carries: good for the next attempt only. */
export const formToken = (payment: HostedPayment): string =>
  keyedHash('checkout-form', boundTo(payment, payment.attempts.length));

/** Browsers that hide a form's origin and do not know Sec-Fetch-Site: only the token tells where it came from. */
const hidesItsOrigin = (req: Request): boolean =>
  req.get('origin') === 'null' && req.get('sec-fetch-site') === undefined;

/**
 * A form that was drawn before a later attempt is `stale`: from a second tab, the back button or a double click. A
 * program, which has drawn no form, may leave the token out: the link is all that there is to know, and nobody can lead
 * it to a form of somebody else's. So may who names our own origin.
 */
export function judgeForm(
  req: Request,
  payment: HostedPayment,
  token: string | undefined,
): 'current' | 'stale' | 'foreign' {
  if (token === undefined) return hidesItsOrigin(req) ? 'foreign' : 'current';
  const drawnAt = (attempts: number) => isKeyedHash(token, 'checkout-form', boundTo(payment, attempts));
  if (drawnAt(payment.attempts.length)) return 'current';
  return payment.attempts.some((_, earlier) => drawnAt(earlier)) ? 'stale' : 'foreign';
}
