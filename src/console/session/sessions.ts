import { randomBytes } from 'node:crypto';
import { keyedHash, keyedHashes } from '../../crypto/keyed.js';
import { defineModel } from '../../database/model.js';
import { date, mixed, number, optional, schemaOf, text } from '../../database/schema.js';
import { HOUR_MS, MINUTE_MS } from '../../time.js';
import type { FieldError } from '../../errors.js';
import type { OperatorRecord } from '../operators/operator.model.js';

const SESSION_HOURS = 12;
const IDLE_MINUTES = 30;

/** What is said on the page that a form leads to. */
export interface Note {
  /** The page's path, without its query. */
  path: string;
  tone: 'done' | 'failed';
  text: string;
  /** What was typed, so that it need not be typed again; never a password. */
  values?: Record<string, string | string[]>;
  errors?: FieldError[];
}

export interface SessionRecord {
  /** Keyed hash of the cookie's value, so that reading the database is not enough to take over a session. */
  _id: string;
  operatorId: string;
  /** `sessionsEnded` of the operator whose password was right; absent: 0. */
  sessionsEnded?: number;
  createdAt: Date;
  lastSeenAt: Date;
  note?: Note;
}

const schema = schemaOf<SessionRecord>({
  _id: text,
  operatorId: text,
  sessionsEnded: optional(number),
  createdAt: date,
  lastSeenAt: date,
  note: optional(mixed<Note>()), // its `errors` would be mongoose's own on a subdocument
});
// Only tidies up, a minute or so late: every look at a session checks the times itself.
schema.index({ createdAt: 1 }, { expireAfterSeconds: SESSION_HOURS * 3600 });

export const sessions = defineModel<SessionRecord>('sessions', schema);

const minutesFrom = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

/** One that was seen later than now is of a clock that has been put back since: nobody knows for how long it was idle. */
const alive = (cookie: string, now: Date) => ({
  _id: { $in: keyedHashes('session', cookie) },
  createdAt: { $gt: new Date(now.getTime() - SESSION_HOURS * HOUR_MS) },
  lastSeenAt: { $gt: minutesFrom(now, -IDLE_MINUTES), $lt: minutesFrom(now, IDLE_MINUTES) },
});

type Opener = Pick<OperatorRecord, '_id' | 'sessionsEnded'>;

/** Opens a session and gives the cookie's value. @param operator as it was when the password was looked at */
export async function openSession({ _id: operatorId, sessionsEnded = 0 }: Opener, now: Date): Promise<string> {
  const cookie = randomBytes(32).toString('base64url');
  const _id = keyedHash('session', cookie);
  await sessions.insertOne({ _id, operatorId, sessionsEnded, createdAt: now, lastSeenAt: now });
  return cookie;
}

/** Whether the operator's sessions have not ended since this one was opened. */
export const isOfNow = ({ sessionsEnded = 0 }: SessionRecord, operator: Opener): boolean =>
  sessionsEnded === (operator.sessionsEnded ?? 0);

/** The session when it is neither too old nor idle for too long; null otherwise. */
export const findSession = (cookie: string, now: Date): Promise<SessionRecord | null> =>
  sessions.findOne(alive(cookie, now)).exec();

/** Like findSession, and starts the idle time anew. */
export const continueSession = (cookie: string, now: Date): Promise<SessionRecord | null> =>
  sessions.findOneAndUpdate(alive(cookie, now), { $set: { lastSeenAt: now } }).exec();

export async function endSession(cookie: string): Promise<void> {
  await sessions.deleteOne({ _id: { $in: keyedHashes('session', cookie) } });
}
