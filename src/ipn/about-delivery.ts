import type { DeliveryRecord } from './delivery.model.js';

type Named = Pick<DeliveryRecord, 'eventId' | 'trx' | 'merchantId' | 'trace'>;

/** What every log line about a notification names: its event, the payment, the merchant, and the first request. */
export const aboutDelivery = ({ eventId, trx, merchantId, trace }: Named) => ({
  eventId,
  trx,
  merchant: merchantId,
  requestId: trace?.requestId,
});
