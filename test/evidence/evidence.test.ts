import { expect } from 'chai';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createApp } from '../../src/web/app.js';
import { connectDatabase } from '../../src/database/client.js';
import type { DeliveryAttempt } from '../../src/ipn/delivery.model.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { paymentEvidence } from '../../src/evidence/evidence.js';
import { payments } from '../../src/payments/payment.model.js';
import type { PaymentResult } from '../../src/payments/payment-parts.js';
import { aPayment } from '../payments/a-payment.js';
import { TestMerchant } from '../ipn/a-delivery.js';

const AT = new Date('2026-11-21T12:00:00.700Z');
const ATTEMPTS: DeliveryAttempt[] = [
  { id: 'a-1', at: AT, durationMs: 31, status: 500, error: 'http', response: 'no', trigger: 'automatic' },
  { id: 'a-2', at: AT, durationMs: 12, status: 204, error: null, response: '', trigger: 'resend' },
];

describe('evidence of what was sent about a payment', () => {
  let merchant: TestMerchant;
  let trx: string;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
    trx = randomUUID();
  });
  afterEach(async () => {
    await merchant.remove();
    await payments.deleteOne({ _id: trx });
  });

  const result = (no: number): PaymentResult => ({
    eventId: eventIdOf(trx, no),
    type: 'payment.success',
    at: AT,
    data: '{}',
  });

  /** A payment that told twice; of the second event the delivery is no longer there. */
  async function paid() {
    await payments.insertOne(
      aPayment({ _id: trx, merchantId: merchant.id, status: 'succeeded', results: [result(1), result(2)] }),
    );
    return merchant.delivery({
      trx,
      eventId: result(1).eventId,
      body: '{"name":"Zoë"}',
      status: 'delivered',
      deliveredAt: AT,
      attempts: ATTEMPTS,
      next: null,
    });
  }

  it('has the exact bytes, every attempt and its answer, and what is not kept any more', async () => {
    const sent = await paid();
    const { evidence } = await paymentEvidence(trx.toUpperCase());
    const time = AT.toISOString();
    const timestamp = Math.floor(AT.getTime() / 1000);
    expect(evidence.payment).to.include({ trx, merchant_id: merchant.id, test: true, payment_status: 'success' });
    expect(evidence.notifications).to.deep.equal([
      {
        event_id: sent.eventId,
        type: 'payment.success',
        created_at: time,
        delivery: {
          sequence: 1,
          url: sent.url,
          status: 'delivered',
          delivered_at: time,
          body: '{"name":"Zoë"}',
          body_sha256: createHash('sha256').update('{"name":"Zoë"}').digest('hex'),
          attempts_removed_at: null,
          attempts: [
            {
              at: time,
              webhook_timestamp: timestamp,
              duration_ms: 31,
              trigger: 'automatic',
              status: 500,
              error: 'http',
              response: 'no',
            },
            {
              at: time,
              webhook_timestamp: timestamp,
              duration_ms: 12,
              trigger: 'resend',
              status: 204,
              error: null,
              response: '',
            },
          ],
        },
      },
      { event_id: result(2).eventId, type: 'payment.success', created_at: time, delivery: null },
    ]);
  });

  it('is verified with the keys that the web process publishes, and not once it is changed', async () => {
    await paid();
    const { jws, keys_url, evidence } = await paymentEvidence(trx);
    const { text } = await supertest(createApp()).get(new URL(keys_url).pathname).expect(200);
    const keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet); // what the path is for
    expect(text).to.not.include('"d"');

    const { payload, protectedHeader } = await compactVerify(jws, keys);
    expect(JSON.parse(Buffer.from(payload).toString())).to.deep.equal(evidence);
    expect(protectedHeader).to.include({ alg: 'EdDSA', typ: 'tollgate-evidence' });

    const [header, , signature] = jws.split('.');
    const changed = Buffer.from(JSON.stringify({ ...evidence, iat: 0 })).toString('base64url');
    const thrown = await compactVerify([header, changed, signature].join('.'), keys).catch((error: unknown) => error);
    expect(thrown).to.have.property('code', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
  });
});
