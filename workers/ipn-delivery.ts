import { aboutDelivery } from '../src/ipn/about-delivery.js';
import { post, type PostResult } from '../src/ipn/call/post.js';
import { signedHeaders, unixSeconds } from '../src/ipn/call/sign.js';
import { readDelivery, updateDelivery, type DeliveryRecord } from '../src/ipn/delivery.model.js';
import type { Release } from '../src/ipn/endpoint-bulkhead.js';
import { admit, learn } from '../src/ipn/endpoint-gate.js';
import { confirmHeld, hold } from '../src/ipn/held.js';
import { outcomeOf, recordAttempt } from '../src/ipn/record-attempt.js';
import { enqueue } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/queue.js';
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

async function deliver(delivery: DeliveryRecord): Promise<void> {
  const admission = await admit(delivery);
  if (admission.then === 'hold') return hold(delivery);
  if (admission.then === 'wait') return postpone(delivery, admission.until);
  const { halfOpen, release } = admission;
  const at = new Date();
  const result = await send(delivery, at, release);
  const outcome = await outcomeOf(delivery, result);
  await learn(delivery, {
    then: outcome.then,
    answer: result,
    halfOpen,
    certificateValidTo: result.certificateValidTo,
  });
  const recorded = await recordAttempt(delivery, outcome, at, result);
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
  if (!(await updateDelivery({ _id: delivery._id, version: delivery.version, change: { set: { next } }, updateId })))
    return;
  logger.debug('ipn.postponed', { ...aboutDelivery(delivery), until: at });
  await enqueue({ _id: delivery._id, version, next });
}
