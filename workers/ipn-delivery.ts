import { aboutDelivery } from '../src/ipn/about-delivery.js';
import { admit } from '../src/ipn/admission.js';
import { readDelivery, updateDelivery, type DeliveryRecord } from '../src/ipn/delivery.model.js';
import { recordFailure, recordSuccess } from '../src/ipn/endpoint-health.js';
import { endpointId, type Breaker } from '../src/ipn/endpoint.model.js';
import { disableEndpoint } from '../src/ipn/endpoints.js';
import { confirmHeld, hold } from '../src/ipn/held.js';
import { EndpointBulkhead } from '../src/ipn/endpoint-bulkhead.js';
import { noteCertificate } from '../src/ipn/note-certificate.js';
import { post, type PostResult } from '../src/ipn/call/post.js';
import { outcomeOf, recordAttempt } from '../src/ipn/record-attempt.js';
import { signedHeaders, unixSeconds } from '../src/ipn/call/sign.js';
import { concurrencyOf } from '../src/jobs/concurrency.js';
import { logger } from '../src/telemetry/logger.js';
import { signingSecrets } from '../src/merchants/secrets.js';
import { enqueue } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/queue.js';
import { documentIn } from '../src/jobs/snapshot.js';
import { traceHeaders } from '../src/telemetry/trace.js';

const bulkhead = new EndpointBulkhead(concurrencyOf('ipn-delivery'));

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
  const release = await bulkhead.enter(endpointId(delivery));
  if (!release) return postpone(delivery);
  try {
    const admission = await admit(delivery, delivery.trigger === 'resend');
    if (admission.then === 'hold') await hold(delivery);
    else if (admission.then === 'wait') await postpone(delivery, admission.until);
    else await attempt(delivery, admission.halfOpen, release);
  } finally {
    release();
  }
}

async function attempt(
  delivery: DeliveryRecord,
  halfOpen: Breaker | null,
  done: (answered: boolean) => void,
): Promise<void> {
  const at = new Date();
  const result = await send(delivery, at);
  done(result.status !== null);
  const outcome = await outcomeOf(delivery, result);
  // Before the record: dying in between leaves a delivery that is due, not one that is held for an enabled endpoint.
  if (outcome.then === 'disable_endpoint') await disableEndpoint(delivery, 'It answered 410 Gone twice in a row');
  const recorded = await recordAttempt(delivery, outcome, at, result);
  if (recorded) await enqueue(recorded);
  if (recorded && outcome.then === 'disable_endpoint') await confirmHeld(delivery, recorded.version);
  if (outcome.then === 'delivered') await recordSuccess(delivery);
  else await recordFailure(delivery, halfOpen);
  if (result.certificateValidTo) await noteCertificate(delivery, result.certificateValidTo);
}

/** Signed anew at every attempt, with the secrets of this moment; the id and the bytes stay. */
async function send({ merchantId, eventId, url, body, trace }: DeliveryRecord, at: Date): Promise<PostResult> {
  const secrets = await signingSecrets(merchantId);
  const message = { id: eventId, timestamp: unixSeconds(at), body };
  return post(url, body, { ...traceHeaders(trace), ...signedHeaders(message, secrets) });
}

/** Gives a delivery that cannot go now a later moment. No attempt is spent. */
async function postpone(delivery: DeliveryRecord, notBefore?: Date): Promise<void> {
  const next = { job: 'ipn-delivery' as const, at: bulkhead.postpone(endpointId(delivery), notBefore?.getTime()) };
  const version = delivery.version + 1;
  const updateId = { version, 'next.at': next.at }; // whoever else has left it like this has postponed it just as well
  if (!(await updateDelivery({ _id: delivery._id, version: delivery.version, change: { set: { next } }, updateId })))
    return;
  logger.debug('ipn.postponed', { ...aboutDelivery(delivery), until: next.at });
  await enqueue({ _id: delivery._id, version, next });
}
