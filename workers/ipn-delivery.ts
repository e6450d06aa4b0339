import { LRUCache } from 'lru-cache';
import { aboutDelivery } from '../src/ipn/about-delivery.js';
import { post, type PostResult } from '../src/ipn/call/post.js';
import { signedHeaders, unixSeconds } from '../src/ipn/call/sign.js';
import { readDelivery, updateDelivery, type DeliveryRecord } from '../src/ipn/delivery.model.js';
import type { Release } from '../src/ipn/endpoint-bulkhead.js';
import { admit, learn } from '../src/ipn/endpoint-gate.js';
import type { Breaker } from '../src/ipn/endpoint.model.js';
import { confirmHeld, hold } from '../src/ipn/held.js';
import { outcomeOf, recordAttempt, type AttemptOutcome } from '../src/ipn/record-attempt.js';
import { enqueue } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/worker.js';
import { documentIn } from '../src/jobs/snapshot.js';
import { signingSecrets } from '../src/merchants/secrets.js';
import { logger } from '../src/telemetry/logger.js';
import { traceHeaders } from '../src/telemetry/trace.js';

/**
 * Sends a notification that is due and records what came of it. When a worker dies between the two, it is sent twice,
 * but only one worker decides what follows. Faults of ours throw before anything is recorded, so they spend no attempt.
 */
export const ipnDelivery: Processor = async (payload, snapshot) => {
  const { id, version } = payload;
  const delivery = documentIn<DeliveryRecord>(snapshot, payload) ?? (await readDelivery(id));
  if (!delivery || delivery.status !== 'pending' || delivery.version !== version) return;
  await deliver(delivery);
};

/** A call that was made for one version of a delivery. */
interface Attempt {
  version: number;
  at: Date;
  result: PostResult;
  halfOpen: Breaker | null;
  /** What follows from it, once its endpoint's health knows of it. */
  outcome?: AttemptOutcome;
}

/**
 * Attempts that could not be recorded, until they are: while a database is full it can be read, and the job, which is
 * tried again, would send to the merchant each time.
 */
const unrecorded = new LRUCache<string, Attempt>({ max: 10_000 });

function takeUnrecorded({ _id, version }: DeliveryRecord): Attempt | null {
  const attempt = unrecorded.get(_id);
  unrecorded.delete(_id);
  return attempt?.version === version ? attempt : null;
}

async function deliver(delivery: DeliveryRecord): Promise<void> {
  const attempt = takeUnrecorded(delivery) ?? (await attemptNow(delivery));
  if (!attempt) return;
  try {
    await conclude(delivery, attempt);
  } catch (error) {
    unrecorded.set(delivery._id, attempt);
    throw error;
  }
}

/** @returns null when nothing may be sent now: then the delivery is held or postponed */
async function attemptNow(delivery: DeliveryRecord): Promise<Attempt | null> {
  const admission = await admit(delivery);
  if (admission.then === 'send') {
    const { halfOpen, release } = admission;
    const at = new Date();
    return { version: delivery.version, at, result: await send(delivery, at, release), halfOpen };
  }
  await (admission.then === 'hold' ? hold(delivery) : postpone(delivery, admission.until));
  return null;
}

async function learnFrom(delivery: DeliveryRecord, { result, halfOpen }: Attempt): Promise<AttemptOutcome> {
  const outcome = await outcomeOf(delivery, result);
  const { certificateValidTo } = result;
  await learn(delivery, { then: outcome.then, answer: result, halfOpen, certificateValidTo });
  return outcome;
}

async function conclude(delivery: DeliveryRecord, attempt: Attempt): Promise<void> {
  const outcome = (attempt.outcome ??= await learnFrom(delivery, attempt));
  const recorded = await recordAttempt(delivery, outcome, attempt.at, attempt.result);
  if (recorded) await enqueue(recorded);
  if (recorded && outcome.then === 'disable_endpoint') await confirmHeld(delivery, recorded.version);
}

/**
 * Signed anew at every attempt, with the secrets of this moment; the id and the bytes stay. A fault of ours ends the call
 * without a word about the endpoint.
 */
async function send(delivery: DeliveryRecord, at: Date, release: Release): Promise<PostResult> {
  const { merchantId, eventId, url, body, trace } = delivery;
  try {
    const secrets = await signingSecrets(merchantId);
    const message = { id: eventId, timestamp: unixSeconds(at), body };
    const result = await post(url, body, { ...traceHeaders(trace), ...signedHeaders(message, secrets) });
    release(result.status !== null);
    return result;
  } finally {
    release();
  }
}

/** Gives a delivery that cannot go now a later moment. No attempt is spent. */
async function postpone(delivery: DeliveryRecord, at: Date): Promise<void> {
  const next = { job: 'ipn-delivery' as const, at };
  const version = delivery.version + 1;
  const updateId = { version, 'next.at': at }; // whoever else has left it like this has postponed it just as well
  if (!(await updateDelivery(delivery, { change: { set: { next } }, updateId }))) return;
  logger.debug('ipn.postponed', { ...aboutDelivery(delivery), until: at });
  await enqueue({ _id: delivery._id, version, next });
}
