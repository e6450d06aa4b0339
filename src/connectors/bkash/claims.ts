import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { date, oneOf, optional, schemaOf, text } from '../../database/schema.js';
import { inSeconds } from '../../time.js';

/** Seconds within which something may still come of an `execute`: bKash itself gives up after thirty. */
const SETTLES_WITHIN = 120;

/** Seconds after which bKash executes a payment no more, counted from when it was made. */
export const LIFE = 86_400;

const CLAIMS = ['executing', 'closed'] as const;
type Claim = (typeof CLAIMS)[number];

interface ClaimRecord {
  /** bKash's paymentID. */
  _id: string;
  is: Claim;
  /** Who sends `execute`, the latest one; absent in claims of earlier versions, and where it had no answer. */
  by?: string;
  /** When the claim ends; the record itself goes somewhat later. */
  until: Date;
}

const schema = schemaOf<ClaimRecord>({ _id: text, is: oneOf(CLAIMS), by: optional(text), until: date });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const records = defineModel<ClaimRecord>('bkash_claims', schema);

/** Takes a payment for `what` when nobody has it. @returns who had it before, or null */
async function take(reference: string, what: Pick<ClaimRecord, 'is' | 'by'>, seconds: number): Promise<Claim | null> {
  for (;;) {
    const claim: ClaimRecord = { _id: reference, ...what, until: inSeconds(seconds) };
    const { matchedCount } = await records.replaceOne({ _id: reference, until: { $lte: new Date() } }, claim);
    if (matchedCount === 1 || (await unlessPresent(records.insertOne(claim)))) return null;
    const met = await of(reference);
    if (met) return met; // else it has just ended
  }
}

async function of(reference: string): Promise<Claim | null> {
  const claim = await records.findOne({ _id: reference });
  return claim && claim.until > new Date() ? claim.is : null;
}

/** Executes beside an earlier one, whose answer does not release the payment any more. It ends when that one would. */
async function join(reference: string, by: string): Promise<void> {
  await records.updateOne({ _id: reference, is: 'executing' }, { $set: { by } });
}

/**
 * Who has a payment in hand, for all processes. bKash cannot close one: that a payment is never executed once it is closed,
 * and never told as over while an `execute` of it had no answer, is kept here, in MongoDB, since money hangs on it. Every
 * call throws while that is away.
 */
export const claims = {
  /**
   * Before `execute` is sent.
   * @param by whoever sends it, by a name of their own
   * @returns whom it meets: an earlier one that had no answer, or whoever has closed the payment
   */
  async execute(reference: string, by: string): Promise<Claim | null> {
    const met = await take(reference, { is: 'executing', by }, SETTLES_WITHIN);
    if (met === 'executing') await join(reference, by);
    return met;
  },
  /** It has had no answer. What is closed stays closed, whichever of two that were executing at once is heard last. */
  goOn: (reference: string): Promise<unknown> =>
    unlessPresent(
      records.updateOne(
        { _id: reference, is: { $ne: 'closed' } },
        { $set: { is: 'executing', until: inSeconds(SETTLES_WITHIN) } },
        { upsert: true },
      ),
    ),
  /** It has been answered. One that began meanwhile keeps the payment. */
  release: (reference: string, by: string): Promise<unknown> =>
    records.deleteOne({ _id: reference, is: 'executing', by }).exec(),
  /** It has been refused: another attempt may follow, so this payment must never be executed again. */
  end: (reference: string): Promise<unknown> =>
    records.updateOne({ _id: reference }, { $set: { is: 'closed', until: inSeconds(LIFE) } }, { upsert: true }).exec(),
  /** From now on nobody executes it. @returns false while an `execute` had no answer */
  close: async (reference: string): Promise<boolean> => (await take(reference, { is: 'closed' }, LIFE)) !== 'executing',
  of,
};
