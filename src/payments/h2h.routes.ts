import { Router } from 'express';
import { methodNotEnabled } from '../errors.js';
import { apiRoute, type ApiRequest } from '../http/api-route.js';
import { initiateCard } from '../methods/card/initiate.js';
import { chooseMethod } from '../methods/choose-method.js';
import { findPayment } from './find-payment.js';
import { presentPayment } from './present-payment.js';

async function initiate(request: ApiRequest): Promise<object> {
  const method = chooseMethod(request.body, { now: new Date(), mode: request.merchant.mode });
  if (method !== 'card') throw methodNotEnabled(method);
  return initiateCard(request);
}

async function status(request: ApiRequest): Promise<object> {
  return { status: 'success', ...presentPayment(await findPayment(request)) };
}

export const h2hRoutes = Router()
  .use(apiRoute({ path: '/h2h/initiate', bucket: 'initiate', writes: true, answer: initiate }))
  .use(apiRoute({ path: '/h2h/status', bucket: 'status', writes: false, answer: status }));
