import { config } from '../../config/index.js';
import { defineCollection } from '../database.js';

/**
 * A merchant's count of events. `pending` names the latest ones in order, so that the last of them has the sequence
 * `last`, the one before it `last - 1`, and so on: taking a number and binding it to its event is one update.
 */
interface SequenceRecord {
  _id: string;
  last: number;
  pending: { event: string; at: Date }[];
  /** How often old entries were taken away: guards against numbering an event twice. */
  prunes: number;
}

const sequences = defineCollection<SequenceRecord>('ipn_sequences');

const KEPT = 100;
const KEPT_MS = 15_000;

interface Taken {
  sequence: number;
  /** Whether the counter may hold so many entries by now that it is time to prune. */
  crowded: boolean;
}

/** `prunes` of each merchant as this process last saw it. */
const seenPrunes = new Map<string, number>();

function numberOf({ last, pending }: SequenceRecord, event: string): number | undefined {
  const index = pending.findIndex((entry) => entry.event === event);
  return index < 0 ? undefined : last - (pending.length - 1 - index);
}

/** Remembers the state that a later takeSequence() is conditional on; call before looking whether an event is stored. */
export async function readPrunes(merchantId: string): Promise<number> {
  const counter = await sequences.findOneAndUpdate(
    { _id: merchantId },
    { $setOnInsert: { last: 0, pending: [], prunes: 0 } },
    { upsert: true, returnDocument: 'after' },
  );
  const prunes = counter?.prunes ?? 0;
  seenPrunes.set(merchantId, prunes);
  return prunes;
}

/**
 * The event's sequence: a gapless integer per merchant, from 1. The same event gets the same number again.
 * @returns null when entries were taken away since `prunes` was read: then look first whether the event is stored
 */
export async function takeSequence(merchantId: string, event: string): Promise<Taken | null> {
  const prunes = seenPrunes.get(merchantId);
  if (prunes === undefined) return null;
  const counter =
    (await sequences.findOneAndUpdate(
      { _id: merchantId, prunes, 'pending.event': { $ne: event } },
      { $inc: { last: 1 }, $push: { pending: { event, at: new Date() } } },
      // Its own entry is the last one; the others are many, and reading them would take longer than all the rest.
      { returnDocument: 'after', projection: { last: 1, pending: { $slice: -1 } } },
    )) ?? (await sequences.findOne({ _id: merchantId }));
  if (!counter) return null;
  const number = numberOf(counter, event);
  if (number === undefined) seenPrunes.delete(merchantId);
  return number === undefined ? null : { sequence: number, crowded: counter.last % KEPT === 0 };
}

/** When a number was taken. @returns null when that was forgotten, which it only is once the event is stored */
export async function numberTakenAt(merchantId: string, sequence: number): Promise<Date | null> {
  const counter = await sequences.findOne({ _id: merchantId });
  return counter?.pending.at(sequence - counter.last - 1)?.at ?? null;
}

/**
 * Takes entries away whose events are stored for good, once there are many. Entries are taken from the front only.
 * @param areStored whether every one of these events has its delivery document
 */
export async function pruneSequence(
  merchantId: string,
  areStored: (events: string[]) => Promise<boolean>,
): Promise<void> {
  const counter = await sequences.findOne({ _id: merchantId });
  if (!counter || counter.pending.length <= 2 * KEPT) return;
  const before = Date.now() - KEPT_MS;
  const young = counter.pending.findIndex(({ at }) => at.getTime() >= before);
  const old = counter.pending.slice(0, -KEPT).slice(0, young < 0 ? undefined : young);
  const events = old.map(({ event }) => event);
  const ended = Date.now() - config.ipn.eventRetention * 1000; // stored once, and no longer
  const kept = old.filter(({ at }) => at.getTime() > ended).map(({ event }) => event);
  if (events.length === 0 || !(await areStored(kept))) return;
  await sequences.updateOne(
    { _id: merchantId, prunes: counter.prunes },
    { $pull: { pending: { event: { $in: events } } }, $inc: { prunes: 1 } },
  );
  seenPrunes.delete(merchantId); // who takes the next number here looks first, too
}
