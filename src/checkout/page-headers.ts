import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { config } from '../../config/index.js';
import { parseUrl } from '../validation/parse-url.js';

interface Origins {
  /** Where forms may lead, by redirects too. */
  forms?: readonly string[];
  image?: string | undefined;
}

/**
 * An origin that a policy can name (CSP 3, host-source). No policy knows a host with an underscore or an IPv6 address, and
 * other hosts would end a directive or stand for more than one.
 */
const NAMEABLE = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/i;

const parsed = (url: string | undefined): URL | null => (url === undefined ? null : parseUrl(url));

/** The origin of a picture's URL, when a policy can name it: a browser would load no other. */
export function imageOrigin(url: string | undefined): string | undefined {
  const origin = parsed(url)?.origin;
  return origin !== undefined && NAMEABLE.test(origin) ? origin : undefined;
}

/**
 * Where forms lead: the origins of these URLs. For one that no policy can name stands its scheme, since a customer who has
 * paid would else be kept from the shop.
 */
export const formTargets = (urls: readonly (string | undefined)[]): string[] => [
  ...new Set(
    urls.flatMap((url) => {
      const { origin = '', protocol } = parsed(url) ?? {};
      return NAMEABLE.test(origin) ? origin : (protocol ?? []);
    }),
  ),
];

/**
 * Where a form leads that has no field for anything of a customer's, and so may lead wherever the bank's address redirects:
 * to every https address, and to others where the bank's own is one.
 */
export const schemesFrom = (url: string): string[] => [...new Set(['https:', parsed(url)?.protocol ?? 'https:'])];

/** A page loads only what is ours and may not be framed. */
const policy = ({ forms = [], image }: Origins): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    image === undefined ? "img-src 'self'" : `img-src 'self' ${image}`,
    ["form-action 'self'", ...forms].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Lets this answer's forms lead to, and its picture come from, these origins beside our own. */
export const allowOrigins = (res: Response, origins: Origins): void =>
  void res.set('Content-Security-Policy', policy(origins));

const otherHeaders = helmet({
  contentSecurityPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: config.production,
});

/** For every page that customers see: the strict policy, and no referrer. */
export const pageHeaders: RequestHandler = (req, res, next) => {
  allowOrigins(res, {});
  otherHeaders(req, res, next);
};
