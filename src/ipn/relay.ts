import { config } from '../../config/index.js';
import { isDuplicateKey } from '../database.js';
import { logger } from '../logger.js';
import { wake } from '../obligation.js';
import { payments, type PaymentRecord, type PaymentResult } from '../payments/payment.model.js';
import { deliveries, deliveryId, hostOf, type DeliveryRecord } from './delivery.model.js';
import { nextUpkeep } from './upkeep.js';
import { pruneSequence, readPrunes, takeSequence } from './sequence.js';

const isStored = async (eventId: string): Promise<boolean> =>
  (await deliveries.findOne({ _id: deliveryId(eventId) }, { projection: { _id: 1 } })) !== null;

const areStored = async (eventIds: string[]): Promise<boolean> =>
  (await deliveries.countDocuments({ _id: { $in: eventIds.map(deliveryId) } })) === eventIds.length;

/** An event whose time is over was stored, and is no longer: it must not be told anew when its payment tells more. */
const isKept = (at: Date): boolean => at.getTime() > Date.now() - config.ipn.eventRetention * 1000;

/** The notification's bytes (contract 8), frozen here for every attempt. */
function bodyOf(payment: PaymentRecord, result: PaymentResult, sequence: number): string {
  const data = JSON.parse(result.data) as { payment_status: string }; // written by transition()
  return JSON.stringify({
    id: result.eventId,
    type: result.type,
    timestamp: result.at.toISOString(),
    sequence,
    identifier: payment.identifier,
    status: data.payment_status,
    data,
  });
}

function deliveryOf(payment: PaymentRecord, result: PaymentResult, sequence: number): DeliveryRecord {
  const { type, at: createdAt } = result;
  return {
    _id: deliveryId(result.eventId),
    eventId: result.eventId,
    merchantId: payment.merchantId,
    mode: payment.mode,
    trx: payment._id,
    identifier: payment.identifier,
    type,
    sequence,
    url: payment.urls.ipn,
    host: hostOf(payment.urls.ipn),
    body: bodyOf(payment, result, sequence),
    status: 'pending',
    attempts: [],
    failures: 0,
    gen: 1,
    next: { job: 'ipn-delivery', at: new Date() },
    createdAt,
    upkeepAt: nextUpkeep({ type, createdAt }, new Date()),
    ...(payment.trace && { trace: payment.trace }),
  };
}

/** Stores the delivery of a result under its own id; stored already is just as good. */
async function store(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  let taken = await takeSequence(payment.merchantId, result.eventId);
  while (taken === null) {
    await readPrunes(payment.merchantId);
    if (await isStored(result.eventId)) return;
    taken = await takeSequence(payment.merchantId, result.eventId);
  }
  const delivery = deliveryOf(payment, result, taken.sequence);
  try {
    await deliveries.insertOne(delivery);
    await wake(delivery);
  } catch (error) {
    // Stored by somebody else is well; a number that another event has is not, and the merchant would never hear of it.
    if (!isDuplicateKey(error) || !(await isStored(result.eventId))) throw error;
  }
  if (taken.crowded) await pruneSequence(payment.merchantId, areStored);
}

/** Copies what a payment has to tell into ipn_deliveries, oldest first. Doing it twice changes nothing. */
export async function relayResults(payment: PaymentRecord): Promise<void> {
  for (const result of payment.results)
    if (isKept(result.at) && !(await isStored(result.eventId))) await store(payment, result);
  await markRelayed(payment);
}

async function markRelayed({ _id, results }: PaymentRecord): Promise<void> {
  await payments.updateOne({ _id, results: { $size: results.length } }, { $unset: { unrelayed: true } });
}

/** Right after the update that made a result: best effort, since the sweeper relays what is left. */
export async function relayResult(payment: PaymentRecord, result: PaymentResult): Promise<void> {
  try {
    if (payment.results.length > 1) return await relayResults(payment);
    await store(payment, result);
    await markRelayed(payment);
  } catch (error) {
    logger.warn('relay.postponed', { trx: payment._id, eventId: result.eventId, error });
  }
}
