import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
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
    local: { expiresAt: IN_AN_HOUR(), looks: 0, lateMoney: 'accept' },
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
