import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { date, listOf, number, oneOf, optional, schemaOf, subdocument, text } from '../../database/schema.js';
import { DAY_MS } from '../../time.js';

/** `at`: milliseconds since 1970. `before`: the refunds that were in bKash's list then. */
export interface Asked {
  is: 'asked';
  at: number;
  before: string[];
}

/**
 * bKash has no key for a refund, and its list of a payment's refunds has no name of ours. So what was asked for is noted, by
 * our key: that nothing was yet, since when and which refunds there were before, or what bKash said. In MongoDB, before
 * bKash is asked: a note that is lost could be money that goes back twice.
 */
export type Note = { is: 'unasked' } | Asked | { is: 'refunded'; id: string } | { is: 'refused'; code: string };

const STATES: readonly Note['is'][] = ['unasked', 'asked', 'refunded', 'refused'];

/** A note as it is stored, with the key of its refund. */
interface KeyedNote {
  key: string;
  is: Note['is'];
  at?: number;
  before?: string[];
  id?: string;
  code?: string;
}

interface NotesRecord {
  /** bKash's paymentID. */
  _id: string;
  notes: KeyedNote[];
  expiresAt: Date;
}

const keyedNote = subdocument<KeyedNote>({
  key: text,
  is: oneOf(STATES),
  at: optional(number),
  before: optional(listOf(text)),
  id: optional(text),
  code: optional(text),
});
const schema = schemaOf<NotesRecord>({ _id: text, notes: listOf(keyedNote), expiresAt: date });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const records = defineModel<NotesRecord>('bkash_refunds', schema);

const KEPT_MS = 200 * DAY_MS; // longer than bKash gives money back

function noteIn({ is, at = 0, before = [], id = '', code = '' }: KeyedNote): Note {
  if (is === 'asked') return { is, at, before };
  if (is === 'refunded') return { is, id };
  return is === 'refused' ? { is, code } : { is };
}

/** Notes of the refunds of one payment. Every call throws while MongoDB is away. */
export function refundNotes(paymentId: string) {
  const all = async (): Promise<KeyedNote[]> => (await records.findOne({ _id: paymentId }))?.notes ?? [];

  /** Replaces one key's note, unless `mayBe` refuses what is there. @returns whether it did */
  async function put(key: string, note: Note, mayBe: (notes: KeyedNote[]) => boolean): Promise<boolean> {
    const known = await records.findOne({ _id: paymentId });
    const before = known?.notes ?? [];
    if (!mayBe(before)) return false;
    const notes = [...before.filter((each) => each.key !== key), { key, ...note }];
    const expiresAt = new Date(Date.now() + KEPT_MS);
    if (known) {
      const { matchedCount } = await records.updateOne(
        { _id: paymentId, notes: before },
        { $set: { notes, expiresAt } },
      );
      if (matchedCount === 1) return true;
    } else if (await unlessPresent(records.insertOne({ _id: paymentId, notes, expiresAt }))) return true;
    return put(key, note, mayBe); // somebody else has noted something meanwhile
  }

  return {
    async of(key: string): Promise<Note | undefined> {
      const note = (await all()).find((each) => each.key === key);
      return note && noteIn(note);
    },
    /** The refunds in bKash's list that are known to be some key's. */
    known: async (): Promise<string[]> =>
      (await all()).flatMap(({ is, id }) => (is === 'refunded' && id !== undefined ? id : [])),
    /**
     * Before bKash is asked. One refund of a payment at a time: what is new in the list is then known to be this one.
     * @returns the note; null while it is not known what became of another one, or when this one has been asked for
     */
    async ask(key: string, before: string[]): Promise<Asked | null> {
      const note: Asked = { is: 'asked', at: Date.now(), before };
      const mayAsk = (each: KeyedNote) => (each.key === key ? each.is === 'unasked' : each.is !== 'asked');
      return (await put(key, note, (notes) => notes.every(mayAsk))) ? note : null;
    },
    /** Before anything else: what has no note was never asked for. */
    begin: (key: string): Promise<unknown> =>
      put(key, { is: 'unasked' }, (notes) => notes.every((each) => each.key !== key)),
    /** It has been made, whatever is noted of it. */
    made: (key: string, id: string): Promise<unknown> => put(key, { is: 'refunded', id }, () => true),
    /**
     * What has become of it once it was asked for.
     * @param asked the note of then: somebody else may have asked for it since
     * @returns false when they have
     */
    settle: (key: string, asked: Asked, note: Exclude<Note, Asked>): Promise<boolean> =>
      put(key, note, (notes) => notes.some((each) => each.key === key && each.is === 'asked' && each.at === asked.at)),
  };
}
