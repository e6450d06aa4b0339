import { LRUCache } from 'lru-cache';
import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import { enqueueNew } from '../jobs/obligation.js';
import { aboutPayment } from './about-payment.js';
import { payments, type PaymentRecord } from './payment.model.js';
import type { PaymentResult } from './payment-parts.js';
import { deliveryId, hostOf, storedEvents, type DeliveryRecord } from '../ipn/delivery.model.js';
import { storeEvent, type NewEvent } from '../ipn/store-event.js';
import { nextRetention } from '../ipn/retention.js';

const isRetained = (at: Date): boolean => at.getTime() > Date.now() - config.ipn.eventRetention * 1000;

/**
 * The results of a payment that are not stored as events. An older one was stored and has been removed, and so was one
 * before any that is stored, since they are stored in order, if it went by a shorter retention: neither must be sent anew
 * when the payment has another result.
 */
const untold = <Result extends Pick<PaymentResult, 'eventId' | 'at'>>(
  results: Result[],
  stored: ReadonlySet<string>,
): Result[] =>
  results.slice(results.findLastIndex(({ eventId }) => stored.has(eventId)) + 1).filter(({ at }) => isRetained(at));

/** Written by whoever made the result: a payment's data have a refund_status, too, of all its refunds. */
interface TellingData {
  payment_status: string;
  refund_status: string;
  dispute?: { state: string };
}

function statusOf({ type }: PaymentResult, { payment_status, refund_status, dispute }: TellingData): string {
  if (type.startsWith('refund.')) return refund_status;
  return type.startsWith('dispute.') && dispute ? dispute.state : payment_status;
}

/** The notification's bytes (contract 8) under each number, frozen here for every attempt. */
export function bodyOf(payment: PaymentRecord, result: PaymentResult): (sequence: number) => string {
  const data = JSON.parse(result.data) as TellingData;
  return (sequence) =>
    JSON.stringify({
      id: result.eventId,
      type: result.type,
      timestamp: result.at.toISOString(),
      sequence,
      identifier: payment.identifier,
      status: statusOf(result, data),
      data,
    });
}

function eventOf(payment: PaymentRecord, result: PaymentResult): NewEvent {
  const { type, eventId, at: createdAt } = result;
  const { merchantId, mode } = payment;
  const body = bodyOf(payment, result);
  const numbered = (sequence: number): DeliveryRecord => ({
    _id: deliveryId(eventId),
    eventId,
    merchantId,
    mode,
    trx: payment._id,
    identifier: payment.identifier,
    type,
    sequence,
    url: payment.urls.ipn,
    host: hostOf(payment.urls.ipn),
    body: body(sequence),
    status: 'pending',
    attempts: [],
    failures: 0,
    version: 1,
    next: { job: 'ipn-delivery', at: new Date() },
    createdAt,
    upkeepAt: nextRetention({ type, createdAt }, new Date()),
    ...(payment.trace && { trace: payment.trace }),
  });
  return { eventId, merchantId, mode, numbered };
}

/** Events that this process has stored lately: whether an earlier one of a payment is stored need not be asked then. */
const storedHere = new LRUCache<string, true>({ max: 10_000 });

async function store(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  const delivery = await storeEvent(eventOf(payment, result));
  storedHere.set(result.eventId, true);
  if (delivery) await enqueueNew(delivery);
}

/**
 * The transactional outbox: publishes the results that a payment holds to ipn_deliveries, oldest first. Doing it twice
 * changes nothing.
 */
export async function publishResults(payment: PaymentRecord): Promise<void> {
  const stored = await storedEvents(payment.results.map(({ eventId }) => eventId));
  for (const result of untold(payment.results, stored)) await store(payment, result);
}

/** Whether all that happened to a payment before is known to be stored: by us, or by whoever cleared its flag. */
const isNextInLine = ({ results, unpublished }: PaymentRecord): boolean =>
  !unpublished || results.slice(0, -1).every(({ eventId }) => storedHere.has(eventId));

/**
 * Right after the update that made a result: best effort, since the sweeper publishes what is pending.
 * @param payment with the result as its last, and the flag as it was before
 */
export async function publishResult(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  try {
    if (isNextInLine(payment)) await store(payment, result);
    else await publishResults(payment);
  } catch (error) {
    logger.warn('publish.postponed', { ...aboutPayment(payment), eventId: result.eventId, error });
  }
}

/** What is read of a payment to see whether all its results are stored as notifications. */
export type PendingResults = Pick<PaymentRecord, '_id'> & { results: Pick<PaymentResult, 'eventId' | 'at'>[] };

/**
 * Clears the flag of every payment all of whose results are stored, in a few round trips however many there are. A
 * payment that has another result since keeps it.
 * @returns those that have something left to tell
 */
export async function clearPublished(pending: PendingResults[]): Promise<PendingResults[]> {
  const stored = await storedEvents(pending.flatMap(({ results }) => results.map(({ eventId }) => eventId)));
  const isPublished = ({ results }: PendingResults) => untold(results, stored).length === 0;
  const published = pending.filter(isPublished);
  for (const length of new Set(published.map(({ results }) => results.length))) {
    const ids = published.filter(({ results }) => results.length === length).map(({ _id }) => _id);
    await payments.updateMany({ _id: { $in: ids }, results: { $size: length } }, { $unset: { unpublished: true } });
  }
  return pending.filter((payment) => !isPublished(payment));
}
