import { randomUUID } from 'node:crypto';
import { newAttempt } from '../../src/payments/attempts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { publicStatus, type PaymentStatus } from '../../src/payments/states.js';

/** Far enough ahead that neither a sweeper nor a worker looks at a payment of the tests. */
export const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000);

/** A card payment as draft-payment.ts makes it, over 49.90 EUR; `overrides` say what matters to the test. */
export function aPayment(overrides: Partial<PaymentRecord> = {}): PaymentRecord {
  const trx = overrides._id ?? randomUUID();
  const status: PaymentStatus = overrides.status ?? 'authorizing';
  const now = new Date();
  return {
    _id: trx,
    merchantId: `mer_${trx.slice(0, 8)}`,
    mode: 'test',
    identifier: `order-${trx}`,
    method: 'card',
    status,
    reason: null,
    lateConfirmation: false,
    requested: { amount: 4990, currency: 'EUR' },
    amounts: { currency: 'EUR', gross: 4990, charge: 155, grossUsd: 5794, chargeUsd: 180 },
    rate: { value: '0.8612', source: 'a test', at: now },
    account: 'sandbox-card',
    customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example', mobile: '+447700900123' },
    details: 'Tea',
    siteName: 'Blue Tea Shop',
    urls: {
      ipn: 'http://127.0.0.1:9/ipn',
      success: 'https://shop.example/thanks',
      cancel: 'https://shop.example/cart',
    },
    card: {
      network: 'VISA',
      first6: '424242',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2040,
      fingerprint: `fingerprint-${trx}`,
    },
    threeDs: { policy: 'required', pollCount: 0 },
    attempts: [newAttempt(trx, 1, 'sandbox-card')],
    inquiryCount: 0,
    history: [{ event: 'created', from: null, to: status, at: now, actor: 'merchant' }],
    results: [],
    version: 1,
    ...(publicStatus(status) === 'pending' && { next: { job: 'card-authorization', at: IN_AN_HOUR() } }),
    createdAt: now,
    updatedAt: now,
    ...overrides,
  };
}
