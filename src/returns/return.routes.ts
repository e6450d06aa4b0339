import { type Request, type Response, Router } from 'express';
import { takesOnly } from '../http/takes-only.js';
import { comeBack, goOn } from './come-back.js';

/** Where customers leave for their issuer's page or their wallet's, where a form leads there, and where they come back from it. */
export const returnRoutes = Router();

for (const [page, waiting] of [
  ['3ds', 'challenged'],
  ['wallet', 'awaiting_wallet'],
] as const) {
  returnRoutes
    .route(`/${page}/go/:token`)
    .get((req, res) => goOn(req, res, waiting))
    .all(takesOnly('GET'));
  const back = (req: Request<{ token: string }>, res: Response) => comeBack(req, res, waiting);
  returnRoutes.route(`/${page}/return/:token`).get(back).post(back).all(takesOnly('GET', 'POST'));
}
