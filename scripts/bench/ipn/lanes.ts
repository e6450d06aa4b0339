import { randomUUID } from 'node:crypto';
import { deliveries, deliveryId, hostOf, type DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { eventIdOf } from '../../../src/ipn/event-id.js';
import { storeEvent } from '../../../src/ipn/store-event.js';
import type { MerchantKeys } from '../../../src/merchants/manage-merchants.js';
import { enqueueNew } from '../../../src/jobs/obligation.js';
import { jobId, queueOf } from '../../../src/jobs/queue.js';

/** One way of delivering, ours or the floor's: stores events, and tells its worker of them. */
export interface Lane {
  name: string;
  pid: number;
  /** Stores events that are due. */
  store: (count: number) => Promise<DeliveryRecord[]>;
  /** Wakes the worker for many at once. */
  wakeAll: (events: DeliveryRecord[]) => Promise<void>;
  /** One event, as it happens: stored, then the worker is woken. */
  deliver: (event: DeliveryRecord) => Promise<void>;
  /** How many of the events are recorded as delivered. */
  recorded: () => Promise<number>;
}

const PADDING = 'x'.repeat(900); // a body as long as a card payment's

let made = 0;

/** An event of one merchant for its host, due now. */
export function event({ id: merchantId }: Pick<MerchantKeys, 'id'>, port: number, at = new Date()): DeliveryRecord {
  made += 1;
  const trx = randomUUID();
  const eventId = eventIdOf(trx, 1);
  const url = `http://127.0.0.1:${port}/ipn`;
  return {
    _id: deliveryId(eventId),
    eventId,
    merchantId,
    mode: 'test',
    trx,
    identifier: `bench-${made}`,
    type: 'payment.success',
    sequence: made,
    url,
    host: hostOf(url),
    body: JSON.stringify({ id: eventId, timestamp: at.toISOString(), sequence: made, data: { details: PADDING } }),
    status: 'pending',
    attempts: [],
    failures: 0,
    version: 1,
    next: { job: 'ipn-delivery', at },
    createdAt: at,
  };
}

/** Numbered, and together with whatever else is stored at that moment, as outbox.ts does it. */
async function stored(one: DeliveryRecord): Promise<DeliveryRecord> {
  const { eventId, merchantId, mode } = one;
  const record = await storeEvent({ eventId, merchantId, mode, numbered: (sequence) => ({ ...one, sequence }) });
  if (!record) throw new Error(`Event ${eventId} was not stored`);
  return record;
}

/** Tollgate: the events are deliveries as outbox.ts stores them. */
export const ourLane = (pid: number, someEvents: (count: number) => DeliveryRecord[]): Lane => ({
  name: 'Tollgate',
  pid,
  async store(count) {
    const events = someEvents(count);
    await deliveries.insertMany(events); // at once: the sweeper would find what was stored a second ago
    return events;
  },
  async wakeAll(events) {
    await queueOf('ipn-delivery').addBulk(
      events.map(({ _id, version }) => ({
        name: 'ipn-delivery',
        data: { id: _id, version },
        opts: { jobId: jobId('ipn-delivery', { id: _id, version }) },
      })),
    );
  },
  async deliver(one) {
    await enqueueNew(await stored(one));
  },
  recorded: () => deliveries.countDocuments({ status: 'delivered' }),
});
