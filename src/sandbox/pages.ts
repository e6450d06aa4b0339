import express, { type ErrorRequestHandler, type Express } from 'express';
import helmet from 'helmet';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { noStore } from '../http/no-store.js';
import { logger } from '../telemetry/logger.js';
import { clientStatus } from './bad-request.js';
import { challengeRoutes } from './challenge.routes.js';
import type { FaultSwitch } from './fault-switch.js';
import type { Ledger } from './ledger.js';
import { upiRoutes } from './orders/upi.routes.js';
import { walletRoutes } from './orders/wallet.routes.js';
import { showPage } from './show-page.js';
import { testerRoutes } from './tester.routes.js';

/**
 * Nothing but our own style sheet may load. Browsers apply form-action to the redirects that follow a form too: from
 * here to the merchant side's return page, and from there to the shop, whose address a gateway cannot know beforehand.
 */
const pageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'", 'http:', 'https:'],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false, // plain HTTP on a developer's machine
});

const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const status = clientStatus(error);
  if (status) return showPage(res, status, 'not-found');
  logger.error('request.failed', { error });
  res.status(500).type('text').send('The sandbox failed.\n');
};

/** What people and their tests reach: the pages, the ledger, the faults switch. No fault ever strikes here. */
export function pages(ledger: Ledger, faults: FaultSwitch): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(pageHeaders);
  app.use('/assets', express.static(join(ROOT, 'public/sandbox'), { maxAge: '1h' }));
  app.use(noStore);
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  app.use(testerRoutes(ledger, faults));
  app.use(challengeRoutes(ledger));
  app.use(walletRoutes(ledger.orders));
  app.use(upiRoutes(ledger.orders));
  app.use((_req, res) => showPage(res, 404, 'not-found'));
  app.use(answerError);
  return app;
}
