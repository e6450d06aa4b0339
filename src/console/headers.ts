import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { config } from '../../config/index.js';

type Directives = Record<string, string[]>;

/** For our own pages: nothing inline, nothing from elsewhere, no frames, forms only to us. */
export const PAGE_POLICY: Directives = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/** The colours of the one icon that Bull Board 9.10.1 paints with a style element: by hash, so nothing else may. */
const ICON_COLOURS = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** For Bull Board's page: everything from us as on our own pages; its links and files go by a base of their own. */
export const BOARD_POLICY: Directives = {
  ...PAGE_POLICY,
  'default-src': ["'self'"],
  'style-src': ["'self'", ICON_COLOURS],
  'base-uri': ["'self'"],
};

const policy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

export const setContentPolicy =
  (directives: Directives): RequestHandler =>
  (_req, res, next) => {
    res.set('Content-Security-Policy', policy(directives));
    next();
  };

/** What helmet knows better than we do; the content policy is ours, since the board needs another one. */
export const securityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: false,
  // With helmet's own "no-referrer" browsers send `Origin: null` with our forms, which requireOurOrigin must refuse.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: config.production,
  xFrameOptions: { action: 'deny' },
});
