import { config } from '../config/index.js';
import { aboutDelivery } from '../src/ipn/about-delivery.js';
import { clearanceFor } from '../src/ipn/clearance.js';
import { readDelivery, updateDelivery, type DeliveryRecord } from '../src/ipn/delivery.model.js';
import { recordFailure, recordSuccess } from '../src/ipn/endpoint-health.js';
import { endpointId, type Breaker } from '../src/ipn/endpoint.model.js';
import { disableEndpoint } from '../src/ipn/endpoints.js';
import { confirmHeld, hold } from '../src/ipn/held.js';
import { HostLanes } from '../src/ipn/host-lanes.js';
import { noteCertificate } from '../src/ipn/note-certificate.js';
import { post, type PostResult } from '../src/ipn/call/post.js';
import { consequenceOf, recordAttempt } from '../src/ipn/record-attempt.js';
import { signedHeaders, unixSeconds } from '../src/ipn/call/sign.js';
import { JOBS } from '../src/jobs/catalogue.js';
import { logger } from '../src/telemetry/logger.js';
import { signingSecrets } from '../src/merchants/secrets.js';
import { wake } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/queue.js';
import { documentIn } from '../src/jobs/snapshot.js';
import { traceHeaders } from '../src/telemetry/trace.js';

const lanes = new HostLanes(config.concurrency['ipn-delivery'] ?? JOBS['ipn-delivery'].concurrency);

/**
 * Sends a notification that is due and records what came of it. When a worker dies between the two, it is sent twice,
 * but only one worker decides what follows. Faults of ours throw before anything is recorded, so they spend no attempt.
 */
export const ipnDelivery: Processor = async (wakeUp, snapshot) => {
  const { id, gen } = wakeUp;
  const delivery = documentIn<DeliveryRecord>(snapshot, wakeUp) ?? (await readDelivery(id));
  if (!delivery || delivery.status !== 'pending' || delivery.gen !== gen) return;
  await deliver(delivery);
};

async function deliver(delivery: DeliveryRecord): Promise<void> {
  const leave = await lanes.enter(endpointId(delivery));
  if (!leave) return postpone(delivery);
  try {
    const clearance = await clearanceFor(delivery, delivery.trigger === 'resend');
    if (clearance.then === 'hold') await hold(delivery);
    else if (clearance.then === 'wait') await postpone(delivery, clearance.until);
    else await attempt(delivery, clearance.probed, leave);
  } finally {
    leave();
  }
}

async function attempt(
  delivery: DeliveryRecord,
  probed: Breaker | null,
  done: (answered: boolean) => void,
): Promise<void> {
  const at = new Date();
  const result = await send(delivery, at);
  done(result.status !== null);
  const consequence = await consequenceOf(delivery, result);
  // Before the record: dying in between leaves a delivery that is due, not one that is held for an enabled endpoint.
  if (consequence.then === 'disable_endpoint') await disableEndpoint(delivery, 'It answered 410 Gone twice in a row');
  const recorded = await recordAttempt(delivery, consequence, at, result);
  if (recorded) await wake(recorded);
  if (recorded && consequence.then === 'disable_endpoint') await confirmHeld(delivery, recorded.gen);
  if (consequence.then === 'delivered') await recordSuccess(delivery);
  else await recordFailure(delivery, probed);
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
  const next = { job: 'ipn-delivery' as const, at: lanes.postpone(endpointId(delivery), notBefore?.getTime()) };
  const gen = delivery.gen + 1;
  const mark = { gen, 'next.at': next.at }; // whoever else has left it like this has postponed it just as well
  if (!(await updateDelivery({ _id: delivery._id, gen: delivery.gen, change: { set: { next } }, mark }))) return;
  logger.debug('ipn.postponed', { ...aboutDelivery(delivery), until: next.at });
  await wake({ _id: delivery._id, gen, next });
}
