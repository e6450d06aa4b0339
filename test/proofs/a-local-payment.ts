import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import type { MoneyReview } from '../../src/payments/payment-parts.js';
import type { Proof } from '../../src/payments/proof.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';

/** A UPI payment over 499.00 INR that waits for its customer. */
export function aUpiPayment(overrides: Partial<PaymentRecord> = {}): PaymentRecord {
  const { card: _card, threeDs: _threeDs, ...payment } = aPayment({ status: 'awaiting_payment' });
  return {
    ...payment,
    method: 'upi',
    requested: { amount: 49900, currency: 'INR' },
    amounts: { currency: 'INR', gross: 49900, charge: 1000, grossUsd: 562, chargeUsd: 11 },
    account: 'sandbox-upi',
    customer: { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' },
    local: { expiresAt: IN_AN_HOUR(), pollCount: 0, lateMoney: 'accept' },
    next: { job: 'upi-confirmation', at: IN_AN_HOUR() },
    ...overrides,
  };
}

/** A wallet payment over 500.00 BDT that waits for its customer. */
export const aWalletPayment = (overrides: Partial<PaymentRecord> = {}): PaymentRecord =>
  aUpiPayment({
    method: 'wallet',
    status: 'awaiting_wallet',
    requested: { amount: 50000, currency: 'BDT' },
    amounts: { currency: 'BDT', gross: 50000, charge: 1000, grossUsd: 410, chargeUsd: 8 },
    account: 'sandbox-wallet',
    next: { job: 'wallet-confirmation', at: IN_AN_HOUR() },
    ...overrides,
  });

/** The payment as MongoDB holds it. */
export async function stored(trx: string): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: trx });
  if (!payment) throw new Error(`There is no payment ${trx}`);
  return payment;
}

const secondsAway = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** A proof under review: a text, handed in now, to be decided within the day. */
export function aProof(overrides: Partial<Proof> = {}): Proof {
  const submittedAt = overrides.submittedAt ?? new Date();
  return {
    status: 'pending',
    submittedAt,
    versions: [{ no: 1, form: 'text', text: 'paid 1', digest: 'a digest', at: submittedAt }],
    flags: [],
    references: [],
    overdue: false,
    deadline: secondsAway(86_400),
    note: 'The proof is being verified',
    reviewVersion: 1,
    next: { job: 'proof-review', at: secondsAway(1800) },
    ...overrides,
  };
}

/** Money that a person must judge: half of what was asked for. */
export const aMoneyReview = (overrides: Partial<MoneyReview> = {}): MoneyReview => ({
  kind: 'amount_mismatch',
  openedAt: new Date(),
  amount: 24900,
  currency: 'INR',
  reference: 'bank-1',
  ...overrides,
});
