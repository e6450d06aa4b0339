import { attempt, delivery } from './payment-schemas.js';
import { count, flag, listOf, only, orNull, text, time, uuid } from '../../openapi/schema-parts.js';

const sent = only({
  sequence: count,
  url: delivery.url,
  status: delivery.status,
  delivered_at: orNull(time),
  body: { ...text, description: 'The exact bytes that were signed and sent, as text' },
  body_sha256: text,
  attempts: listOf(only({ ...attempt, webhook_timestamp: count })),
  attempts_removed_at: { ...orNull(time), description: 'When they had been kept for IPN_ATTEMPT_RETENTION' },
});

/** Of `GET /api/payments/{trx}/evidence`. */
export const evidence = {
  trx: uuid,
  jws: { ...text, description: 'Compact JWS (RFC 7515, EdDSA) of `evidence`' },
  keys_url: { ...text, description: 'The public address of the JSON Web Key Set that verifies it' },
  evidence: only({
    iss: text,
    iat: count,
    payment: only({
      trx: uuid,
      identifier: text,
      merchant_id: text,
      test: flag,
      payment_status: text,
      updated_at: time,
    }),
    notifications: listOf(
      only({ event_id: text, type: text, created_at: time, delivery: { ...sent, type: ['object', 'null'] } }),
    ),
  }),
};
