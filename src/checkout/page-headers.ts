import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { config } from '../../config/index.js';
import { parseUrl } from '../parse-url.js';

interface Origins {
  /** Where forms may lead, by redirects too. */
  forms?: readonly string[];
  images?: readonly string[];
}

/** An origin that is safe in a policy: nothing in it ends a directive or stands for more than one host. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.[\]:-]+$/i;

/** The origins of URLs from merchants and gateways, less those that a policy could read as more than an origin. */
export const originsOf = (urls: readonly (string | undefined)[]): string[] => [
  ...new Set(
    urls
      .flatMap((url) => (url === undefined ? [] : (parseUrl(url)?.origin ?? [])))
      .filter((origin) => PLAIN_ORIGIN.test(origin)),
  ),
];

/** A page loads only what is ours and may not be framed. */
const policy = ({ forms = [], images = [] }: Origins): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", ...images].join(' '),
    ["form-action 'self'", ...forms].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Lets this answer's forms lead to, and its images come from, these origins beside our own. */
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
