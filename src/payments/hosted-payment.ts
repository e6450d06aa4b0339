import type { Checkout } from './checkout-terms.js';
import { payments, type PaymentRecord } from './payment.model.js';

/** A payment that its customer pays on our page. */
export type HostedPayment = PaymentRecord & { checkout: Checkout };

export const isHosted = (payment: PaymentRecord): payment is HostedPayment => payment.checkout !== undefined;

/** Reads a hosted payment again; it is never deleted. */
export async function reload(payment: HostedPayment): Promise<HostedPayment> {
  const latest = await payments.findOne({ _id: payment._id });
  return latest && isHosted(latest) ? latest : payment;
}
