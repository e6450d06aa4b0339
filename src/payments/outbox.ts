import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import { wakeNew } from '../jobs/obligation.js';
import { aboutPayment } from './about-payment.js';
import { payments, type PaymentRecord, type PaymentResult } from './payment.model.js';
import { deliveryId, hostOf, storedEvents, type DeliveryRecord } from '../ipn/delivery.model.js';
import { storeEvent, type NewEvent } from '../ipn/store-event.js';
import { nextUpkeep } from '../ipn/upkeep.js';

/** An older event was stored and has been removed: it must not be sent anew when its payment has another result. */
const isKept = (at: Date): boolean => at.getTime() > Date.now() - config.ipn.eventRetention * 1000;

/** The notification's bytes (contract 8) under each number, frozen here for every attempt. */
function bodyOf(payment: PaymentRecord, result: PaymentResult): (sequence: number) => string {
  const data = JSON.parse(result.data) as { payment_status: string }; // written by transition()
  return (sequence) =>
    JSON.stringify({
      id: result.eventId,
      type: result.type,
      timestamp: result.at.toISOString(),
      sequence,
      identifier: payment.identifier,
      status: data.payment_status,
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
    gen: 1,
    next: { job: 'ipn-delivery', at: new Date() },
    createdAt,
    upkeepAt: nextUpkeep({ type, createdAt }, new Date()),
    ...(payment.trace && { trace: payment.trace }),
  });
  return { eventId, merchantId, mode, numbered };
}

async function store(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  const delivery = await storeEvent(eventOf(payment, result));
  if (delivery) await wakeNew(delivery);
}

/** Copies what a payment has to tell into ipn_deliveries, oldest first. Doing it twice changes nothing. */
export async function relayResults(payment: PaymentRecord): Promise<void> {
  const stored = await storedEvents(payment.results.map(({ eventId }) => eventId));
  for (const result of payment.results)
    if (isKept(result.at) && !stored.has(result.eventId)) await store(payment, result);
}

/** Right after the update that made a result: best effort, since the sweeper relays what is left. */
export async function relayResult(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  try {
    if (payment.results.length > 1) await relayResults(payment);
    else await store(payment, result);
  } catch (error) {
    logger.warn('relay.postponed', { ...aboutPayment(payment), eventId: result.eventId, error });
  }
}

/** What is read of a payment to see whether all its results are stored as notifications. */
export type Unrelayed = Pick<PaymentRecord, '_id'> & { results: Pick<PaymentResult, 'eventId' | 'at'>[] };

/**
 * Takes the mark off every payment all of whose results are stored, in a few round trips however many there are. A payment
 * that has another result since keeps it.
 * @returns those that have something left to tell
 */
export async function settleRelayed(marked: Unrelayed[]): Promise<Unrelayed[]> {
  const stored = await storedEvents(marked.flatMap(({ results }) => results.map(({ eventId }) => eventId)));
  const isTold = ({ results }: Unrelayed) => results.every(({ eventId, at }) => stored.has(eventId) || !isKept(at));
  const told = marked.filter(isTold);
  for (const length of new Set(told.map(({ results }) => results.length))) {
    const ids = told.filter(({ results }) => results.length === length).map(({ _id }) => _id);
    await payments.updateMany({ _id: { $in: ids }, results: { $size: length } }, { $unset: { unrelayed: true } });
  }
  return marked.filter((payment) => !isTold(payment));
}
