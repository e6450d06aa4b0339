import { randomUUID } from 'node:crypto';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Refund } from '../../src/payments/refund.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';

/** A card payment over 49.90 EUR that has succeeded. */
export const aPaidPayment = (overrides: Partial<PaymentRecord> = {}): PaymentRecord => {
  const payment = aPayment({ status: 'succeeded', succeededAt: new Date(), ...overrides });
  const attempts = payment.attempts.map((attempt) => ({ ...attempt, outcome: 'authorized', reference: 'ch_1' }));
  return { ...payment, attempts };
};

/** A refund of 10 EUR as reserve-refund.ts makes it; `overrides` say what matters to the test. */
export function aRefund(trx: string, no: number, overrides: Partial<Refund> = {}): Refund {
  const at = new Date();
  return {
    id: randomUUID(),
    key: `${trx}-r${no}`,
    identifier: randomUUID(),
    status: 'requested',
    amount: 1000,
    currency: 'EUR',
    amountUsd: 1161,
    reason: 'requested_by_customer',
    inquiryCount: 0,
    history: [{ id: randomUUID(), event: 'created', from: null, to: 'requested', at, actor: 'merchant' }],
    version: 1,
    next: { job: 'refund-execution', at: IN_AN_HOUR() },
    createdAt: at,
    updatedAt: at,
    ...overrides,
  };
}
