import { isoOrNull } from '../time.js';
import type { DeliveryAttempt, DeliveryRecord } from './delivery.model.js';
import { isOverdue } from './overdue.js';

const presentAttempt = ({ at, durationMs, status, error, response, trigger }: DeliveryAttempt) => ({
  at: at.toISOString(),
  duration_ms: durationMs,
  status,
  error,
  response,
  trigger,
});

/** A delivery as the console's API shows it (contract 16). */
export const presentDelivery = (delivery: DeliveryRecord) => ({
  id: delivery._id,
  event_id: delivery.eventId,
  type: delivery.type,
  trx: delivery.trx,
  merchant_id: delivery.merchantId,
  test: delivery.mode === 'test',
  url: delivery.url,
  status: delivery.status,
  overdue: isOverdue(delivery, new Date()),
  next_attempt_at: isoOrNull(delivery.next?.at),
  created_at: delivery.createdAt.toISOString(),
  delivered_at: isoOrNull(delivery.deliveredAt),
  attempts: delivery.attempts.map(presentAttempt),
});
