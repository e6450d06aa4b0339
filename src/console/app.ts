import { join } from 'node:path';
import express, { type Express } from 'express';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { notFound } from '../errors.js';
import { withoutPorts } from '../http/address-of.js';
import { healthRoutes } from '../http/health.routes.js';
import { noStore } from '../http/no-store.js';
import { traceRequest } from '../http/trace-request.js';
import { allPages } from './pages/all-pages.js';
import { authenticate } from './session/authenticate.js';
import { CALLS } from './api/calls.js';
import { callRoutes } from './api/console-call.js';
import { consoleErrorHandler } from './error-handler.js';
import { PAGE_POLICY, securityHeaders, setContentPolicy } from './headers.js';
import { loginRoutes } from './session/login.routes.js';
import { openApiRoutes } from './api/openapi.js';
import { proofImageRoutes } from './reviews/proof-image.routes.js';
import { queuesRoutes } from './queues/queues.routes.js';
import { requireOurOrigin } from './session/require-our-origin.js';
import { requireRole } from './session/require-role.js';
import { settlementRoutes } from './merchants/settlement.routes.js';

/** The console as an Express app. Everything below the login needs an operator, who is found once, before all of it. */
export function createConsole({ clock = () => new Date() }: { clock?: () => Date } = {}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', [...config.trustProxy]);

  app.use(traceRequest, withoutPorts, securityHeaders, setContentPolicy(PAGE_POLICY));
  app.use(healthRoutes);
  app.use('/assets', express.static(join(ROOT, 'public/console'), { maxAge: '5m' }));

  // The pages of an operator must not be found in the browser's cache by the next one.
  app.use(noStore, authenticate(clock), requireOurOrigin);
  app.use(loginRoutes(clock));
  app.use(allPages);
  app.use('/queues', queuesRoutes('/queues'));
  app.use(settlementRoutes);
  app.use('/api', requireRole('viewer'), proofImageRoutes, settlementRoutes, callRoutes(CALLS));
  app.use(openApiRoutes);

  app.use(() => {
    throw notFound();
  });
  app.use(consoleErrorHandler);
  return app;
}
