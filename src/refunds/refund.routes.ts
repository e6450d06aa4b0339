import { Router } from 'express';
import { apiRoute } from '../api/api-route.js';
import { refund, refundStatus } from './refund.js';

/** The same calls for both kinds of payment. */
export const refundRoutes = Router();
for (const kind of ['/h2h', '/payment'])
  refundRoutes
    .use(apiRoute({ path: `${kind}/refund`, bucket: 'confirm', writes: true, answer: refund }))
    .use(apiRoute({ path: `${kind}/refund/status`, bucket: 'status', writes: false, answer: refundStatus }));
