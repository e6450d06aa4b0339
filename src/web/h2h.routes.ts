import { Router } from 'express';
import { apiRoute, type ApiRequest } from '../api/api-route.js';
import { contextFor } from '../validation/validate.js';
import { submitProof } from '../proofs/submit-proof.js';
import { cancelPayment } from '../payments/cancel-payment.js';
import { status } from '../payments/status.js';
import { simulatePayment } from '../simulation/simulate-payment.js';
import { chooseMethod } from '../methods/choose-method.js';

/** POST /h2h/initiate: the method that the body means takes it. */
function initiate(request: ApiRequest): Promise<object> {
  return chooseMethod(request.body, contextFor(request.merchant)).initiate(request);
}

export const h2hRoutes = Router()
  .use(apiRoute({ path: '/h2h/initiate', bucket: 'initiate', writes: true, begins: true, answer: initiate }))
  .use(apiRoute({ path: '/h2h/status', bucket: 'status', writes: false, answer: status }))
  .use(apiRoute({ path: '/h2h/confirm', bucket: 'confirm', writes: true, bodyLimit: '14mb', answer: submitProof }))
  .use(apiRoute({ path: '/h2h/cancel', bucket: 'initiate', writes: true, answer: cancelPayment }))
  .use(
    apiRoute({ path: '/sandbox/payments/:trx/simulate', bucket: 'initiate', writes: true, answer: simulatePayment }),
  );
