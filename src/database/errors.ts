import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';

/**
 * Errors that mean the same as a MongoNetworkError, by name, since the driver does not export all their classes. A client
 * that is closed, as when a process ends, ends the sessions of what is under way, too.
 */
const AWAY =
  /^Mongo(ServerSelection|WaitQueueTimeout|NotConnected|PoolClosed|TopologyClosed|ServerClosed|ClientClosed|ExpiredSession)Error$/;

const isNetworkError = (error: Error): boolean => error instanceof MongoNetworkError || AWAY.test(error.name);

/**
 * The codes of a server that is no longer the primary or is shutting down (MongoDB's driver specification, "SDAM"); that
 * does not reach others (6, 7, 89, 262, 9001: its "Retryable Writes"), or not in time to acknowledge (64); or that has no
 * room left on its disk (14031, OutOfDiskSpace).
 */
const NOT_NOW = [91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 6, 7, 89, 262, 9001, 64, 14_031];

const cannotWrite = (error: Error): boolean =>
  error instanceof MongoServerError && NOT_NOW.some((code) => code === error.code);

/**
 * Whether the server refused some writes of a bulk write, says which, and made the others. After any other error nobody
 * knows what was written: the driver makes a MongoBulkWriteError of whatever becomes of a bulk write, a broken
 * connection too, and keeps the message and a server's code alone.
 */
export const isPartialWriteError = (error: unknown): error is MongoBulkWriteError =>
  error instanceof MongoBulkWriteError && !error.err && [error.writeErrors].flat().length > 0;

/** Whether a bulk write failed without an answer of the server's, which has a code. */
const isUnanswered = (error: Error): boolean =>
  error instanceof MongoBulkWriteError && error.code === undefined && !error.err;

/** MaxTimeMSExpired, in MongoDB's list of codes. */
const TIME_EXPIRED = 50;

/** Whether the server took longer than the `maxTimeMS` that a query gave it. */
export const isTimeExpired = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === TIME_EXPIRED;

/**
 * Whether the database could not be reached in time, took longer than a read may (read-limit.ts), is electing a primary,
 * or is full; false when it answered with any other refusal.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && [isNetworkError, cannotWrite, isUnanswered, isTimeExpired].some((means) => means(error));

/** Unauthorized and AuthenticationFailed, in MongoDB's list of codes; and AtlasError, by which Atlas says the latter. */
const ACCESS_REFUSED = [13, 18, 8000];

/** Whether the database does not let us in, or not do what we asked for: a wrong password, or too few rights. */
export const isAccessRefused = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && ACCESS_REFUSED.some((code) => code === error.code);

/** The server's code for an insert that meets a document with the same unique key. */
export const DUPLICATE_KEY = 11_000;

/** Whether an insert met a document with the same unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Whether DocumentDB refused one of several that built an index, or inserted the same unique keys, at once (ADR 12). */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof MongoServerError && /deadlock/i.test(error.message);

/** Waits for a write. @returns false when a unique index refused it: there is one already */
export async function unlessPresent(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
