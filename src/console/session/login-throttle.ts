import { keyedHash } from '../../crypto/keyed.js';
import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { date, number, schemaOf, text } from '../../database/schema.js';
import { networkOf } from '../../http/address-of.js';

/**
 * How many failures in a row cost no wait, and the longest wait in seconds, which keeps an account from being locked.
 */
interface Rule {
  free: number;
  longest: number;
}

const ACCOUNT: Rule = { free: 2, longest: 60 };
/** Looser, since a whole office may share an address; longer, since nobody has to come in from there. */
const ADDRESS: Rule = { free: 10, longest: 900 };

interface Failures {
  /** Keyed hash of an e-mail or an address: what people type into a login may be a password. */
  _id: string;
  count: number;
  blockedUntil: Date;
  lastAt: Date;
}

const schema = schemaOf<Failures>({ _id: text, count: number, blockedUntil: date, lastAt: date });
schema.index({ lastAt: 1 }, { expireAfterSeconds: 3600 });

const failures = defineModel<Failures>('login_failures', schema);

interface Subject {
  _id: string;
  rule: Rule;
}

/** What an attempt is counted against: the account, whether it exists or not, and the address it comes from. */
export const loginSubjects = (email: string, address: string): Subject[] => [
  { _id: keyedHash('session', `login address ${networkOf(address)}`), rule: ADDRESS },
  { _id: keyedHash('session', `login account ${email}`), rule: ACCOUNT },
];

/** Seconds to wait after so many failures: 0, 0, 1, 2, 4, 8 … up to the longest. */
export const waitAfter = (count: number, { free, longest }: Rule): number =>
  count <= free ? 0 : Math.min(2 ** (count - free - 1), longest);

/** A wait of more than twice the longest was begun by a clock that has been put back since: it is over. */
function secondsLeft(known: Failures | null, { longest }: Rule, now: Date): number {
  const left = known ? Math.ceil((known.blockedUntil.getTime() - now.getTime()) / 1000) : 0;
  return left > 2 * longest ? 0 : Math.max(0, left);
}

/** Counts one more failure unless somebody else has counted meanwhile. */
async function count(known: Failures | null, { _id, rule }: Subject, now: Date): Promise<boolean> {
  const count = (known?.count ?? 0) + 1;
  const counted = { count, blockedUntil: new Date(now.getTime() + waitAfter(count, rule) * 1000), lastAt: now };
  if (known) return (await failures.updateOne({ _id, count: known.count }, { $set: counted })).matchedCount === 1;
  return unlessPresent(failures.insertOne({ _id, ...counted }));
}

/**
 * Counts an attempt as a failure, or gives the seconds to wait. The loop ends soon: whoever loses finds a longer wait.
 */
async function charge(subject: Subject, now: Date): Promise<number> {
  for (;;) {
    const known = await failures.findOne({ _id: subject._id });
    const wait = secondsLeft(known, subject.rule, now);
    if (wait > 0 || (await count(known, subject, now))) return wait;
  }
}

/**
 * Takes an attempt before the password is looked at, so that a hundred attempts at once are not a hundred guesses.
 * Gives 0, or the seconds to wait, in which case nothing more is counted.
 */
export async function chargeAttempt(subjects: Subject[], now: Date): Promise<number> {
  for (const subject of subjects) {
    const wait = await charge(subject, now);
    if (wait > 0) return wait;
  }
  return 0;
}

/** Forgets the failures, after a success. */
export async function forgiveFailures(subjects: Subject[]): Promise<void> {
  await failures.deleteMany({ _id: { $in: subjects.map(({ _id }) => _id) } });
}
