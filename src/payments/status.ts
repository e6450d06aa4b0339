import type { ApiRequest } from '../api/api-route.js';
import { findPayment } from './find-payment.js';
import { presentPayment } from './present-payment.js';

/** POST /h2h/status and POST /payment/status: where a payment stands, by trx or by the merchant's identifier. */
export async function status(request: ApiRequest): Promise<object> {
  return { status: 'success', ...presentPayment(await findPayment(request)) };
}
