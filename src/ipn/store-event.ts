import { setTimeout as pause } from 'node:timers/promises';
import { batched } from '../batched.js';
import { isDeadlock, isDuplicateKey } from '../database.js';
import { deliveries, storedEvents, type DeliveryRecord } from './delivery.model.js';
import { forgetSequence, latestSequence, noteStored } from './sequence.js';

/** An event that is complete but for its number. */
export interface NewEvent {
  eventId: string;
  merchantId: string;
  mode: DeliveryRecord['mode'];
  /** The delivery that it becomes under a number. */
  numbered: (sequence: number) => DeliveryRecord;
}

const TOGETHER = 100;
/** Of several processes that store events of one merchant at the same moment one comes through. */
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

/**
 * In order: the first that cannot have its number, or is stored already, keeps all behind it from being stored.
 * @returns the ids of those that are stored, whoever has done it
 */
async function tryToStore(events: NewEvent[], records: DeliveryRecord[]): Promise<Set<string>> {
  const ids = events.map(({ eventId }) => eventId);
  try {
    await deliveries.insertMany(records, { ordered: true });
    await noteStored(records);
    return new Set(ids);
  } catch (error) {
    events.forEach(forgetSequence);
    if (!isDuplicateKey(error) && !isDeadlock(error)) throw error; // what became of them nobody knows
    return storedEvents(ids);
  }
}

async function storeTogether(events: NewEvent[]): Promise<Map<NewEvent, DeliveryRecord>> {
  const stored = new Map<NewEvent, DeliveryRecord>();
  let left = events;
  for (let tries = 1; left.length > 0; tries++) {
    if (tries > MOST_TRIES) throw new Error(`Others took the numbers of ${left.length} events ${MOST_TRIES} times`);
    if (tries > 2) await pause(Math.random() * PAUSE_MS);
    const records = await number(left);
    const ids = await tryToStore(left, records);
    for (const [index, event] of left.entries()) {
      const record = records[index];
      if (record && ids.has(event.eventId)) stored.set(event, record);
    }
    left = left.filter(({ eventId }) => !ids.has(eventId));
  }
  return stored;
}

/**
 * Stores an event under the merchant's next number, together with whatever else is to be stored at that moment. Done
 * twice, or stored already, it changes nothing.
 * @returns the delivery as it was stored first; when somebody else has stored it, its number may be another one
 */
export const storeEvent = batched<NewEvent, DeliveryRecord>(storeTogether, TOGETHER);
