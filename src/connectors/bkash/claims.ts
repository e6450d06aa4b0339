import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { date, listOf, oneOf, optional, schemaOf, subdocument, text } from '../../database/schema.js';
import { inSeconds } from '../../time.js';

/** Seconds within which something may still come of an `execute`: bKash itself gives up after thirty. */
const SETTLES_WITHIN = 120;

/** Seconds after which bKash executes a payment no more, counted from when it was made. */
export const LIFE = 86_400;

/** An `execute` that may be under way. */
interface Call {
  /** Who sends it, by a name of its own. */
  by: string;
  /** When nothing can come of it any more. */
  until: Date;
}

const CLAIMS = ['executing', 'closed'] as const;
type Claim = (typeof CLAIMS)[number];

interface ClaimRecord {
  /** bKash's paymentID. */
  _id: string;
  is: Claim;
  /** Absent in claims that knew one call, which lasted until their end. */
  calls?: Call[];
  /** With which code bKash refused what was closed for that. */
  refusedAs?: string;
  /** When it can be removed. */
  until: Date;
}

const schema = schemaOf<ClaimRecord>({
  _id: text,
  is: oneOf(CLAIMS),
  calls: optional(listOf(subdocument<Call>({ by: text, until: date }))),
  refusedAs: optional(text),
  until: date,
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const records = defineModel<ClaimRecord>('bkash_claims', schema);

/** How a payment stands at this moment: closed for good, or with these calls that may be under way. */
export interface Standing extends Pick<ClaimRecord, 'refusedAs'> {
  isClosed: boolean;
  calls: Call[];
}

const closed = (refusedAs: string | undefined): Standing => ({
  isClosed: true,
  calls: [],
  ...(refusedAs !== undefined && { refusedAs }),
});

function standingOf(record: ClaimRecord | null): Standing {
  const now = new Date();
  if (!record || record.until <= now) return { isClosed: false, calls: [] };
  if (record.is === 'closed') return closed(record.refusedAs);
  const { calls = [{ by: 'the one that is known', until: record.until }] } = record;
  return { isClosed: false, calls: calls.filter(({ until }) => until > now) };
}

function recordOf(reference: string, { isClosed, calls, ...refusal }: Standing): ClaimRecord {
  const common = { _id: reference, calls, ...refusal };
  if (isClosed) return { ...common, is: 'closed', until: inSeconds(LIFE) };
  const last = Math.max(Date.now(), ...calls.map(({ until }) => until.getTime()));
  return { ...common, is: 'executing', until: new Date(last) };
}

/** @returns false when somebody else was faster */
async function replace(stored: ClaimRecord | null, next: ClaimRecord): Promise<boolean> {
  if (!stored) return unlessPresent(records.insertOne(next));
  const { _id, is, until, calls = { $exists: false } } = stored;
  return (await records.replaceOne({ _id, is, until, calls }, next)).matchedCount === 1;
}

/**
 * Changes how a payment stands. Whoever is overtaken looks again; what is closed stays closed.
 * @returns how it stood before
 */
async function change(reference: string, after: (before: Standing) => Standing): Promise<Standing> {
  for (;;) {
    const stored = await records.findOne({ _id: reference });
    const before = standingOf(stored);
    const next = before.isClosed ? before : after(before);
    if (next === before) return before;
    if (await replace(stored, recordOf(reference, next))) return before;
  }
}

const without = ({ calls }: Standing, by: string): Call[] => calls.filter((call) => call.by !== by);

/**
 * Who has a payment in hand, for all processes. bKash cannot close one: that a payment is never executed once it is closed,
 * and never told as over while an `execute` of it had no answer, is kept here, in MongoDB, since money hangs on it. Of
 * several calls at once each counts until it is answered, or for its own time. Every call throws while MongoDB is away.
 */
export const claims = {
  /**
   * Before `execute` is sent, and again when it had no answer.
   * @param by whoever sends it, by a name of its own
   * @returns how it stood before: nothing may be sent when it is closed
   */
  async hold(reference: string, by: string): Promise<Standing> {
    const until = inSeconds(SETTLES_WITHIN);
    return change(reference, (now) => ({ ...now, calls: [...without(now, by), { by, until }] }));
  },
  /** It has been answered. @returns whether that answer holds: no other call is under way */
  async release(reference: string, by: string): Promise<boolean> {
    const before = await change(reference, (now) => ({ ...now, calls: without(now, by) }));
    return without(before, by).length === 0;
  },
  /**
   * It has been refused: another attempt may follow, so this payment must never be executed again.
   * @param refusedAs bKash's code
   * @returns false while another call is under way; then it is not closed
   */
  async end(reference: string, by: string, refusedAs: string): Promise<boolean> {
    const before = await change(reference, (now) => {
      const calls = without(now, by);
      return calls.length === 0 ? closed(refusedAs) : { ...now, calls };
    });
    return without(before, by).length === 0;
  },
  /**
   * From now on nobody executes it.
   * @param refusedAs why, when somebody has refused it
   * @returns how it is closed, by whoever was first; null while an `execute` had no answer
   */
  async close(reference: string, refusedAs?: string): Promise<Standing | null> {
    const ours = closed(refusedAs);
    const before = await change(reference, (now) => (now.calls.length === 0 ? ours : now));
    if (before.isClosed) return before;
    return before.calls.length === 0 ? ours : null;
  },
  async of(reference: string): Promise<Standing> {
    return standingOf(await records.findOne({ _id: reference }));
  },
};
