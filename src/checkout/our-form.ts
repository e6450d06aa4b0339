import type { Request } from 'express';
import { config } from '../../config/index.js';
import { isKeyedHash, keyedHash } from '../crypto/keyed.js';
import { parseUrl } from '../validation/parse-url.js';
import type { HostedPayment } from '../payments/hosted-payment.js';

const OUR_ORIGIN = new URL(config.publicUrl).origin;

function isOurs(req: Request, origin: string): boolean {
  return origin === OUR_ORIGIN || (!config.production && parseUrl(origin)?.host === req.host);
}

/**
 * Whether a POST comes from one of our pages. Under no-referrer a browser sends "null" as the origin of a form (Fetch,
 * "append a request Origin header"), and then Sec-Fetch-Site tells. For a client that sends neither, judgeForm()
 * decides.
 */
export function isFromOurPage(req: Request): boolean {
  const origin = req.get('origin');
  if (origin !== undefined && origin !== 'null') return isOurs(req, origin);
  const site = req.get('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

const boundTo = ({ checkout }: HostedPayment, attempts: number) => `${checkout.tokenHash}|${attempts}`;

/** The token in the forms of the page. It is good for the next attempt only. */
export const formToken = (payment: HostedPayment): string =>
  keyedHash('checkout-form', boundTo(payment, payment.attempts.length));

/**
 * Whether the browser hides the form's origin and does not know Sec-Fetch-Site. Then only the token tells its origin.
 */
const hidesItsOrigin = (req: Request): boolean =>
  req.get('origin') === 'null' && req.get('sec-fetch-site') === undefined;

/**
 * Judges a posted form by its token. One that was drawn before a later attempt is `stale`: it comes from a second tab,
 * the back button or a double click. A token that is not of this payment is `foreign`. A form without a token is
 * `current`, since a program that posts has drawn no form and no other site can make it post; but a browser that hides
 * where the form came from must show one.
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
