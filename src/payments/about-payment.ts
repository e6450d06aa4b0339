import type { PaymentRecord } from './payment.model.js';

/** What every log line about a payment names: it, its merchant, its gateway account, and the request that it began with. */
export const aboutPayment = ({
  _id,
  merchantId,
  account,
  trace,
}: Pick<PaymentRecord, '_id' | 'merchantId' | 'account' | 'trace'>) => ({
  trx: _id,
  merchant: merchantId,
  account,
  requestId: trace?.requestId,
});
