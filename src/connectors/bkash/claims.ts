import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { date, listOf, number, oneOf, schemaOf, subdocument, text } from '../../database/schema.js';
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
  calls: Call[];
  /** Counts its changes. */
  revision: number;
  /** When it can be removed. */
  until: Date;
}

const schema = schemaOf<ClaimRecord>({
  _id: text,
  is: oneOf(CLAIMS),
  calls: listOf(subdocument<Call>({ by: text, until: date })),
  revision: number,
  until: date,
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const records = defineModel<ClaimRecord>('bkash_claims', schema);

/** How a payment stands at this moment: closed for good, or with these calls that may be under way. */
interface Standing {
  isClosed: boolean;
  calls: Call[];
}

const CLOSED: Standing = { isClosed: true, calls: [] };

function standingOf(record: ClaimRecord | null): Standing {
  const now = new Date();
  if (!record || record.until <= now) return { isClosed: false, calls: [] };
  if (record.is === 'closed') return CLOSED;
  return { isClosed: false, calls: record.calls.filter(({ until }) => until > now) };
}

function recordOf(reference: string, { isClosed, calls }: Standing, revision: number): ClaimRecord {
  const common = { _id: reference, calls, revision };
  if (isClosed) return { ...common, is: 'closed', until: inSeconds(LIFE) };
  const last = Math.max(Date.now(), ...calls.map(({ until }) => until.getTime()));
  return { ...common, is: 'executing', until: new Date(last) };
}

/** @returns false when somebody else was faster */
async function replace(stored: ClaimRecord | null, next: ClaimRecord): Promise<boolean> {
  if (!stored) return unlessPresent(records.insertOne(next));
  const { matchedCount } = await records.replaceOne({ _id: stored._id, revision: stored.revision }, next);
  return matchedCount === 1;
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
    if (await replace(stored, recordOf(reference, next, stored ? stored.revision + 1 : 0))) return before;
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
   * @returns false when the payment is closed: nothing may be sent
   */
  async hold(reference: string, by: string): Promise<boolean> {
    const until = inSeconds(SETTLES_WITHIN);
    const before = await change(reference, (now) => ({ ...now, calls: [...without(now, by), { by, until }] }));
    return !before.isClosed;
  },
  /** It has been answered. @returns whether that answer holds: no other call is under way */
  async release(reference: string, by: string): Promise<boolean> {
    const before = await change(reference, (now) => ({ ...now, calls: without(now, by) }));
    return without(before, by).length === 0;
  },
  /**
   * It has been refused: another attempt may follow, so this payment must never be executed again.
   * @returns false while another call is under way; then it is not closed
   */
  async end(reference: string, by: string): Promise<boolean> {
    const before = await change(reference, (now) => {
      const calls = without(now, by);
      return calls.length === 0 ? CLOSED : { ...now, calls };
    });
    return without(before, by).length === 0;
  },
  /** From now on nobody executes it. @returns false while an `execute` had no answer */
  async close(reference: string): Promise<boolean> {
    const before = await change(reference, (now) => (now.calls.length === 0 ? CLOSED : now));
    return before.calls.length === 0;
  },
  async of(reference: string): Promise<Claim | null> {
    const { isClosed, calls } = standingOf(await records.findOne({ _id: reference }));
    if (isClosed) return 'closed';
    return calls.length === 0 ? null : 'executing';
  },
};
