import { keyedHashes, openText, sealText } from '../crypto/keyed.js';
import { isDatabaseAway, isDuplicateKey } from '../database/errors.js';
import { defineModel } from '../database/model.js';
import { date, optional, schemaOf, text } from '../database/schema.js';
import { DAY_MS } from '../time.js';
import { idempotencyMismatch, requestInProgress, validationError } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import type { JsonObject } from '../http/json-body.js';

interface IdempotencyRecord {
  /** Keyed hash of merchant and key. */
  _id: string;
  /** Keyed hash of path and body, without the public key, which may be rotated meanwhile: holds no card data. */
  fingerprint: string;
  startedAt: Date;
  /** When the process that runs it last said so; absent on one that has not run for long. */
  runsAt?: Date;
  /** The first answer's body, once there is one; sealed, since it may hold the link to a checkout page. */
  answer?: string;
  expiresAt: Date;
}

const schema = schemaOf<IdempotencyRecord>({
  _id: text,
  fingerprint: text,
  startedAt: date,
  runsAt: optional(date),
  answer: optional(text),
  expiresAt: date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const records = defineModel<IdempotencyRecord>('idempotency_keys', schema).collection;

const KEPT_MS = DAY_MS;
/** How often a process says that a request still runs: several calls of a gateway may follow one another. */
const RUNS_EVERY_MS = 10_000;
/** A request of which nobody has said so for so long died with its process: the same request may take over. */
const ABANDONED_MS = 3 * RUNS_EVERY_MS;
const RETRY_MS = 500;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** JSON with keys in order, so that two spellings of one object are the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * The hash under which a request with this key is remembered, also when that was made under another master key.
 * @throws {ApiError} validation_error for a key that is no such thing
 */
export async function idempotencyKeyOf(header: string | undefined, merchantId: string): Promise<string | undefined> {
  if (header === undefined) return undefined;
  if (!KEY.test(header)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
    throw validationError([{ field: 'Idempotency-Key', code: 'invalid_format', message }]);
  }
  const [current, ...others] = keyedHashes('idempotency', `${merchantId}|${header}`);
  const earlier = others.length > 0 ? await records.findOne({ _id: { $in: others } }) : null;
  return earlier?._id ?? current;
}

/** Begins a request under its key, or gives the answer of an earlier one. @throws {ApiError} as runOnce() */
async function begin(_id: string, fingerprints: string[], startedAt: Date): Promise<string | undefined> {
  const expiresAt = new Date(startedAt.getTime() + KEPT_MS);
  try {
    await records.insertOne({ _id, fingerprint: fingerprints[0] ?? '', startedAt, expiresAt });
    return undefined;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const earlier = await records.findOne({ _id });
  if (!earlier || earlier.expiresAt < startedAt) {
    await records.deleteOne({ _id, expiresAt: { $lt: startedAt } }); // due, but the database has not got round to it
    return begin(_id, fingerprints, startedAt);
  }
  if (!fingerprints.includes(earlier.fingerprint)) throw idempotencyMismatch();
  if (earlier.answer !== undefined) return openText(earlier.answer, `answer|${_id}`);
  const { startedAt: begunAt, runsAt = begunAt } = earlier;
  if (startedAt.getTime() - runsAt.getTime() < ABANDONED_MS) throw requestInProgress();
  const takenOver = { $set: { startedAt }, $unset: { runsAt: true } } as const;
  const { matchedCount } = await records.updateOne({ _id, startedAt: begunAt }, takenOver);
  if (matchedCount === 0) throw requestInProgress();
  return undefined;
}

/** Says of a request that it runs, again and again. @returns what ends that */
function keepSaying(_id: string): () => void {
  const timer = setInterval(() => {
    records
      .updateOne({ _id, answer: { $exists: false } }, { $set: { runsAt: new Date() } })
      .catch((error: unknown) => logger.debug('idempotency.unsaid', { error }));
  }, RUNS_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Keeps the answer of a request. One that stood still for long may have been taken over: whichever is answered first has
 * answered both, and a key that serves another request by then is left alone.
 * @returns the answer that counts, and whether it is that of the other one
 */
async function keep(_id: string, fingerprints: string[], json: string): Promise<{ json: string; replayed: boolean }> {
  const request = { _id, fingerprint: { $in: fingerprints } };
  const answer = sealText(json, `answer|${_id}`);
  const { matchedCount } = await records.updateOne({ ...request, answer: { $exists: false } }, { $set: { answer } });
  const first = matchedCount === 0 ? (await records.findOne(request))?.answer : undefined;
  return first === undefined ? { json, replayed: false } : { json: openText(first, `answer|${_id}`), replayed: true };
}

/**
 * Runs a request once per key: the same key and body get the first answer for 24 h. Refusals are not kept, so that the
 * key serves again once the fault is mended.
 * @returns the answer's JSON, and whether it was given before
 * @throws {ApiError} idempotency_mismatch, request_in_progress, and whatever the request throws
 */
export async function runOnce(
  key: string,
  call: string,
  body: JsonObject,
  run: () => Promise<object>,
): Promise<{ json: string; replayed: boolean }> {
  const { public_key: _, ...request } = body;
  const fingerprints = keyedHashes('idempotency', `${call}|${canonical(request)}`);
  const startedAt = new Date();
  let begun = false;
  try {
    const earlier = await begin(key, fingerprints, startedAt);
    if (earlier !== undefined) return { json: earlier, replayed: true };
    begun = true;
    const endSaying = keepSaying(key);
    const json = JSON.stringify(await run().finally(endSaying));
    return await keep(key, fingerprints, json);
  } catch (error) {
    if (isDatabaseAway(error))
      void discard(key, startedAt); // it may be begun all the same, and the answer is urgent
    else if (begun) await discard(key, startedAt);
    throw error;
  }
}

/**
 * Removes the record that this request began, unless another request has taken it over. While the database is away it
 * tries again and again: until then a repetition of the request is told that it still runs.
 */
async function discard(_id: string, startedAt: Date): Promise<void> {
  try {
    await records.deleteOne({ _id, startedAt, answer: { $exists: false } });
  } catch (error) {
    logger.debug('idempotency.kept', { error });
    const isAbandoned = Date.now() - startedAt.getTime() > ABANDONED_MS;
    if (!isAbandoned) setTimeout(() => void discard(_id, startedAt), RETRY_MS).unref();
  }
}
