import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, CompactSign, exportJWK, type JSONWebKeySet } from 'jose';
import { READ_LIMIT } from '../database/read-limit.js';
import { config } from '../../config/index.js';
import { signingKeys } from '../crypto/keyed.js';
import { isoOrNull } from '../time.js';
import { paymentByTrx } from '../payments/payment-by-trx.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import type { PaymentResult } from '../payments/payment-parts.js';
import { publicStatus } from '../payments/states.js';
import { deliveries, ofPayment, type DeliveryAttempt, type DeliveryRecord } from '../ipn/delivery.model.js';
import { unixSeconds } from '../ipn/call/sign.js';

const keys = signingKeys('evidence');

const publicJwk = async (key: KeyObject) => {
  const jwk = await exportJWK(createPublicKey(key));
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
};

/** What evidence is verified with: a JSON Web Key Set (RFC 7517), public at KEYS_PATH. */
export const evidenceKeys = async (): Promise<JSONWebKeySet> => ({
  keys: await Promise.all(keys.map(publicJwk)),
});

export const KEYS_PATH = '/.well-known/jwks.json';

const attemptIn = ({ at, durationMs, trigger, status, error, response }: DeliveryAttempt) => ({
  at: at.toISOString(),
  webhook_timestamp: unixSeconds(at),
  duration_ms: durationMs,
  trigger,
  status,
  error,
  response,
});

const deliveryIn = (delivery: DeliveryRecord) => ({
  sequence: delivery.sequence,
  url: delivery.url,
  status: delivery.status,
  delivered_at: isoOrNull(delivery.deliveredAt),
  body: delivery.body,
  body_sha256: createHash('sha256').update(delivery.body).digest('hex'),
  attempts: delivery.attempts.map(attemptIn),
  attempts_removed_at: isoOrNull(delivery.attemptsRemovedAt),
});

const notificationIn = ({ eventId, type, at }: PaymentResult, delivery: DeliveryRecord | undefined) => ({
  event_id: eventId,
  type,
  created_at: at.toISOString(),
  delivery: delivery ? deliveryIn(delivery) : null,
});

function contentOf(payment: PaymentRecord, sent: DeliveryRecord[], now: Date) {
  return {
    iss: config.publicUrl,
    iat: unixSeconds(now),
    payment: {
      trx: payment._id,
      identifier: payment.identifier,
      merchant_id: payment.merchantId,
      test: payment.mode === 'test',
      payment_status: publicStatus(payment.status),
      updated_at: payment.updatedAt.toISOString(),
    },
    notifications: payment.results.map((result) =>
      notificationIn(
        result,
        sent.find(({ eventId }) => eventId === result.eventId),
      ),
    ),
  };
}

/**
 * What was sent about a payment, when, and what came back, signed: `jws` is a compact JWS (RFC 7515, EdDSA) of
 * `evidence`. An event whose delivery is past its retention, or not stored yet, has `delivery: null`.
 * @throws {ApiError} transaction_not_found
 */
export async function paymentEvidence(trx: string) {
  const payment = await paymentByTrx(trx);
  const sent = await deliveries.find(ofPayment(payment._id), READ_LIMIT).toArray();
  const evidence = contentOf(payment, sent, new Date());
  const [key] = keys;
  if (!key) throw new Error('There is no master key');
  const { alg, kid } = await publicJwk(key);
  const jws = await new CompactSign(Buffer.from(JSON.stringify(evidence)))
    .setProtectedHeader({ alg, kid, typ: 'tollgate-evidence' })
    .sign(key);
  return { trx: payment._id, jws, keys_url: `${config.publicUrl}${KEYS_PATH}`, evidence };
}
