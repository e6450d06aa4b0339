import { textIn, type Fields } from './fields.js';
import { pageOf, expander } from './lists.js';
import { noSuch } from './refusal.js';
import { book, newId, type Charge, type Dispute, type World } from './world.js';

const DAY = 86_400;

/** Money that a dispute takes, below zero, or gives back. */
function move(world: World, dispute: Dispute, amount: number): void {
  const id = book(world, 'adjustment', { ...dispute, amount });
  const line = world.books.find((each) => each.id === id);
  if (line) dispute.balance_transactions.push(line);
}

/** A customer's bank takes the money of a charge back, or asks about it first. */
export function openDispute(world: World, charge: Charge, { reason = 'fraudulent', inquiry = false } = {}): Dispute {
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    currency: charge.currency,
    created: world.now(),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    metadata: {},
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: world.now() + 7 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: inquiry,
    livemode: false,
  };
  charge.disputed = true;
  world.disputes.set(dispute.id, dispute);
  if (!inquiry) move(world, dispute, -dispute.amount);
  world.tell('charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides. */
export function closeDispute(world: World, dispute: Dispute, status: string): void {
  dispute.status = status;
  if (status === 'won') move(world, dispute, dispute.amount);
  world.tell('charge.dispute.closed', dispute);
}

export function disputeNamed(world: World, id: string): Dispute {
  const dispute = world.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}

export function listDisputes(world: World, fields: Fields): object {
  const intent = textIn(fields, 'payment_intent');
  const all = [...world.disputes.values()].filter((each) => intent === undefined || each.payment_intent === intent);
  const page = pageOf('/v1/disputes', all, fields);
  return { ...page, data: page.data.map((dispute) => expander(world, fields).dispute(dispute, 'data.')) };
}
