import { setTimeout as pause } from 'node:timers/promises';
import { batched } from '../database/batch.js';
import { isDeadlock, isDuplicateKey } from '../database/errors.js';
import { byId } from '../database/conditional-update.js';
import { logger } from '../telemetry/logger.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { invalidateSequence, latestSequence, noteOthers, noteStored } from './sequence.js';
import { withAdvisoryLock } from './advisory-lock.js';

/** An event that is complete but for its number. */
export interface NewEvent {
  eventId: string;
  merchantId: string;
  mode: DeliveryRecord['mode'];
  /** The delivery that it becomes under a number. */
  numbered: (sequence: number) => DeliveryRecord;
}

const MAX_BATCH = 100;
/** Two would want the same numbers. */
const ONE_IN_FLIGHT = { maxInFlight: 1 };
/**
 * Without advisory locks (advisory-lock.ts), as while Redis is away, only one of several processes stores its events at
 * each try.
 */
const MOST_TRIES = 50;
const PAUSE_MS = 20;

async function number(events: NewEvent[]): Promise<DeliveryRecord[]> {
  const last = new Map<string, number>();
  const records: DeliveryRecord[] = [];
  for (const event of events) {
    const sequence = (last.get(event.merchantId) ?? (await latestSequence(event))) + 1;
    last.set(event.merchantId, sequence);
    records.push(event.numbered(sequence));
  }
  return records;
}

/** Somebody else may have stored some of them, under other numbers. */
const findStored = (records: DeliveryRecord[]): Promise<DeliveryRecord[]> =>
  deliveries.find({ _id: { $in: records.map(({ _id }) => _id) } }).toArray();

/**
 * In order: the first that cannot have its number, or is stored already, keeps all behind it from being stored.
 * @returns those that are stored, as they are, whoever has done it
 */
async function tryToStore(events: NewEvent[], records: DeliveryRecord[]): Promise<DeliveryRecord[]> {
  try {
    await deliveries.insertMany(records, { ordered: true });
  } catch (error) {
    if (isDuplicateKey(error) || isDeadlock(error)) return findStored(records); // a deadlock: ADR 12
    events.forEach(invalidateSequence); // what became of them nobody knows
    throw error;
  }
  // They are stored: without a note the next look only reads more.
  await noteStored(records).catch((error: unknown) => logger.warn('sequence.unnoted', { error }));
  return records;
}

const byMerchant = (a: NewEvent, b: NewEvent): number => byId({ _id: a.merchantId }, { _id: b.merchantId });

async function storeBatch(events: NewEvent[]): Promise<Map<NewEvent, DeliveryRecord>> {
  const stored = new Map<NewEvent, DeliveryRecord>();
  let left = events.toSorted(byMerchant);
  for (let tries = 1; left.length > 0; tries++) {
    if (tries > MOST_TRIES) throw new Error(`Others took the numbers of ${left.length} events ${MOST_TRIES} times`);
    if (tries > 2) await pause(Math.random() * PAUSE_MS);
    const found = await tryToStore(left, await number(left));
    const byEvent = new Map(found.map((record) => [record.eventId, record]));
    for (const event of left) {
      const record = byEvent.get(event.eventId);
      if (record) stored.set(event, record);
    }
    left = left.filter((event) => !stored.has(event));
    if (left[0]) noteOthers(left[0]);
  }
  return stored;
}

const storeLocked = (events: NewEvent[]): Promise<Map<NewEvent, DeliveryRecord>> =>
  withAdvisoryLock(new Set(events.map(({ merchantId }) => merchantId)), () => storeBatch(events));

/**
 * Stores an event under the merchant's next number, together with whatever else is to be stored at that moment. Done
 * twice, or stored already, it changes nothing.
 * @returns the delivery as it is stored, whoever has done it
 */
export const storeEvent = batched<NewEvent, DeliveryRecord>(storeLocked, MAX_BATCH, ONE_IN_FLIGHT);
