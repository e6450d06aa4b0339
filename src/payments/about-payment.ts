import type { PaymentRecord } from './payment.model.js';

/** What every log line about a payment names: it, its merchant, and the request that it began with. */
export const aboutPayment = ({ _id, merchantId, trace }: Pick<PaymentRecord, '_id' | 'merchantId' | 'trace'>) => ({
  trx: _id,
  merchant: merchantId,
  requestId: trace?.requestId,
});
