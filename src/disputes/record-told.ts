import type { GatewayDispute } from '../connectors/disputes.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { recordDisputes } from './record-disputes.js';
import { asTold } from './told-dispute.js';

/**
 * Records what a gateway that cannot be asked has told of a dispute. It tells once: a word that others have overtaken is
 * held against what they have recorded.
 * @returns the payment after it
 */
export async function recordTold(payment: PaymentRecord, dispute: GatewayDispute): Promise<PaymentRecord> {
  const { payment: latest, isOvertaken } = await recordDisputes(payment, [asTold(payment, dispute)]);
  return isOvertaken ? recordTold(latest, dispute) : latest;
}

/**
 * Records what was told of disputes before a payment had ended, in the order in which it came. Nothing more is kept once it
 * has; what is recorded twice says nothing new.
 */
export async function recordKept(payment: PaymentRecord): Promise<PaymentRecord> {
  const { _id, toldDisputes = [] } = payment;
  if (toldDisputes.length === 0) return payment;
  let latest = payment;
  for (const dispute of toldDisputes) latest = await recordTold(latest, dispute);
  await payments.updateOne({ _id }, { $unset: { toldDisputes: true } });
  const { toldDisputes: _, ...after } = latest;
  return after;
}
