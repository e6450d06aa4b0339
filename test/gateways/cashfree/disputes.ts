import { book } from './money.js';
import { unknown } from './refusal.js';
import { attemptsAt, newId, written, type Dispute, type World } from './world.js';

/** Opens a dispute of a payment, as a bank does. */
export function openDispute(world: World, orderId: string, changes: Partial<Dispute> = {}): Dispute {
  const attempt = attemptsAt(world, orderId).find(({ payment_status }) => payment_status === 'SUCCESS');
  if (!attempt) throw unknown('payment');
  const at = written(world.now());
  const dispute: Dispute = {
    dispute_id: Number(newId()),
    dispute_type: 'CHARGEBACK',
    dispute_status: 'CHARGEBACK_CREATED',
    reason_code: '1401',
    reason_description: 'Fraud Transaction',
    dispute_amount: attempt.payment_amount,
    dispute_amount_currency: 'INR',
    created_at: at,
    updated_at: at,
    respond_by: written(new Date(world.now().getTime() + 7 * 86_400_000)),
    order_details: { order_id: orderId, order_currency: 'INR', order_amount: attempt.order_amount },
    ...changes,
  };
  world.disputes.set(dispute.dispute_id, dispute);
  const line = { amount: dispute.dispute_amount, id: String(dispute.dispute_id), attempt };
  if (dispute.dispute_type !== 'RETRIEVAL') book(world, dispute.dispute_type, 'DEBIT', line);
  world.tell('DISPUTE_CREATED', { dispute, order_details: dispute.order_details });
  return dispute;
}

export function closeDispute(
  world: World,
  dispute: Dispute,
  end: 'MERCHANT_WON' | 'MERCHANT_LOST' | 'MERCHANT_ACCEPTED',
) {
  const at = written(world.now());
  Object.assign(dispute, { dispute_status: `${dispute.dispute_type}_${end}`, updated_at: at, resolved_at: at });
  world.tell('DISPUTE_CLOSED', { dispute, order_details: dispute.order_details });
}

export function disputeNamed({ disputes }: World, id: string): Dispute {
  const dispute = disputes.get(Number(id));
  if (!dispute) throw unknown('dispute');
  return dispute;
}

export const disputesOf = ({ disputes }: World, orderId: string): Dispute[] =>
  [...disputes.values()].filter(({ order_details }) => order_details.order_id === orderId);
