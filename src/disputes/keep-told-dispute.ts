import type { GatewayDispute } from '../connectors/disputes.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { recordDisputes } from './record-disputes.js';
import { asTold } from './told-dispute.js';

/**
 * Records what a gateway that cannot be asked has told of a dispute. It tells once: a word that others have overtaken is
 * held against what they have recorded.
 * @returns the payment after it
 */
export async function keepToldDispute(payment: PaymentRecord, dispute: GatewayDispute): Promise<PaymentRecord> {
  const { payment: latest, isOvertaken } = await recordDisputes(payment, [asTold(payment, dispute)]);
  return isOvertaken ? keepToldDispute(latest, dispute) : latest;
}
