import { Router } from 'express';
import { apiRoute, type ApiRequest } from '../http/api-route.js';
import { findPayment } from '../payments/find-payment.js';
import { presentPayment } from '../payments/present-payment.js';
import { initiateHosted } from './initiate.js';

/** POST /payment/status: where a payment stands, by the merchant's identifier or by trx. */
async function status(request: ApiRequest): Promise<object> {
  return { status: 'success', ...presentPayment(await findPayment(request)) };
}

export const hostedRoutes = Router()
  .use(apiRoute({ path: '/payment/initiate', bucket: 'initiate', writes: true, answer: initiateHosted }))
  .use(apiRoute({ path: '/payment/status', bucket: 'status', writes: false, answer: status }));
