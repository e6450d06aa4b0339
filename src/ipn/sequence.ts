import { LRUCache } from 'lru-cache';
import { config } from '../../config/index.js';
import { byId } from '../database/conditional-update.js';
import { defineModel } from '../database/model.js';
import { number, schemaOf, text } from '../database/schema.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';

// A merchant's events are numbered 1, 2, 3 … An event has its number from the moment it is stored: the one after the
// latest that is stored. The unique index of deliveries lets nobody else store the same, so no number is ever missing.

type Whose = Pick<DeliveryRecord, 'merchantId' | 'mode'>;
type Numbered = Pick<DeliveryRecord, 'merchantId' | 'sequence'>;

/** A number that is known to be stored, or was until its retention ended. The latest one may be a little higher. */
interface SequenceRecord {
  _id: string;
  stored: number;
}

const schema = schemaOf<SequenceRecord>({ _id: text, stored: number });

const sequences = defineModel<SequenceRecord>('ipn_sequences', schema).collection;

/** After so many more events it is written down anew, so that a process that knows nothing reads no more than these. */
const NOTED_EVERY = 100;

/**
 * The latest number of each merchant that this process knows to be stored. For half of the retention only: what other
 * processes have stored since is still there then, so that its numbers are found taken.
 */
const latest = new LRUCache<string, number>({ max: 10_000, ttl: Math.ceil(config.ipn.eventRetention * 500) });

/** Merchants whose events other processes have stored lately. */
const shared = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

async function readLatest({ merchantId, mode }: Whose): Promise<number> {
  const noted = latest.get(merchantId) ?? (await sequences.findOne({ _id: merchantId }))?.stored ?? 0;
  const [last] = await deliveries
    .find({ merchantId, mode, sequence: { $gt: noted } }, { projection: { sequence: 1 } })
    .sort({ sequence: -1 })
    .limit(1)
    .toArray();
  return last?.sequence ?? noted;
}

/** The latest number of a merchant's stored events; another process may have stored more since. */
export async function latestSequence(whose: Whose): Promise<number> {
  const known = shared.has(whose.merchantId) ? undefined : latest.get(whose.merchantId);
  if (known !== undefined) return known;
  const found = await readLatest(whose);
  latest.set(whose.merchantId, found);
  return found;
}

/** For a minute, looks what is really stored before every number: another process stores events of this merchant. */
export const noteOthers = ({ merchantId }: Whose): void => void shared.set(merchantId, true);

/** Of each of these merchants a number that is stored; its latest one is at most a hundred or so higher. */
export async function notedSequences(merchantIds: string[]): Promise<Map<string, number>> {
  const found = await sequences.find({ _id: { $in: merchantIds } }).toArray();
  return new Map(found.map(({ _id, stored }) => [_id, stored]));
}

/** Looks at the next occasion what is really stored: nobody knows. */
export const invalidateSequence = ({ merchantId }: Whose): void => void latest.delete(merchantId);

function highest(events: Numbered[]): SequenceRecord[] {
  const found = new Map<string, number>();
  for (const { merchantId, sequence } of events) found.set(merchantId, Math.max(sequence, found.get(merchantId) ?? 0));
  return [...found].map(([_id, stored]) => ({ _id, stored })).sort(byId);
}

async function write(notes: SequenceRecord[]): Promise<void> {
  if (notes.length === 0) return;
  await sequences.bulkWrite(
    notes.map(({ _id, stored }) => ({ updateOne: { filter: { _id }, update: { $max: { stored } }, upsert: true } })),
  );
}

/** Counts events that have just been stored. */
export async function noteStored(events: Numbered[]): Promise<void> {
  const hundredth = (sequence: number) => Math.floor(sequence / NOTED_EVERY);
  const notes = highest(events);
  const passed = notes.filter(({ _id, stored }) => hundredth(stored) > hundredth(latest.get(_id) ?? 0));
  for (const { _id, stored } of notes) latest.set(_id, stored);
  await write(passed);
}

/** Keeps the count of events that are about to be removed, so that their numbers are never given again. */
export const noteRemoved = (events: Numbered[]): Promise<void> => write(highest(events));
