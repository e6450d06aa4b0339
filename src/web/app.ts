import express, { type Express } from 'express';
import helmet from 'helmet';
import { join } from 'node:path';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { callbackRoutes } from '../callbacks/callbacks.routes.js';
import { checkoutRoutes } from '../checkout/checkout.routes.js';
import { hostedRoutes } from '../checkout/hosted.routes.js';
import { pageErrors } from '../checkout/page-errors.js';
import { pageHeaders } from '../checkout/page-headers.js';
import { notFound } from '../errors.js';
import { withoutPorts } from '../http/address-of.js';
import { errorHandler } from '../http/error-handler.js';
import { healthRoutes } from '../http/health.routes.js';
import { noStore } from '../http/no-store.js';
import { timeRequest } from '../http/time-request.js';
import { traceRequest } from '../http/trace-request.js';
import { eventsRoutes } from '../ipn/events.routes.js';
import { evidenceKeysRoutes } from '../evidence/evidence-keys.routes.js';
import { h2hRoutes } from './h2h.routes.js';
import { refundRoutes } from '../refunds/refund.routes.js';
import { referenceRoutes } from '../reference/reference.routes.js';
import { returnRoutes } from '../returns/return.routes.js';

/** Style sheets and scripts of the pages. Nothing else may be cached, and these only for an hour. */
const assets = ['public/checkout', 'public/reference'].map((folder) =>
  express.static(join(ROOT, folder), {
    setHeaders: (res) => void res.setHeader('Cache-Control', 'public, max-age=3600'),
  }),
);

/** The policy for API answers: they load nothing and cannot be framed. Pages set their own policy. */
const headers = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: config.production,
});

/** The web process's middleware and routes, in the order in which a request meets them. No I/O. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false); // answers about money are never served from a cache
  app.set('trust proxy', config.trustProxy);
  app.use(traceRequest, timeRequest, withoutPorts, noStore);
  app.use(headers);
  app.use(healthRoutes);
  app.use(referenceRoutes);
  app.use(h2hRoutes);
  app.use(hostedRoutes);
  app.use(refundRoutes);
  app.use(eventsRoutes);
  app.use(evidenceKeysRoutes);
  app.use('/assets', ...assets);
  app.use(checkoutRoutes);
  app.use(['/3ds', '/wallet'], pageHeaders);
  app.use(returnRoutes);
  app.use(callbackRoutes);
  app.use(() => {
    throw notFound();
  });
  app.use(['/3ds', '/wallet'], pageErrors);
  app.use(errorHandler);
  return app;
}
