import { newToken } from '../../src/checkout/link.js';
import type { HostedPayment } from '../../src/payments/hosted-payment.js';
import type { Checkout } from '../../src/payments/checkout-terms.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';

/** The same payment, begun on our page; `overrides` say what matters to the test. */
export const hosted = (payment: PaymentRecord, overrides: Partial<Checkout> = {}): HostedPayment => ({
  ...payment,
  checkout: {
    ...newToken(payment._id),
    expiresAt: IN_AN_HOUR(),
    accounts: {},
    fees: [],
    threeDs: 'required',
    lateMoney: 'accept',
    ...overrides,
  },
});
