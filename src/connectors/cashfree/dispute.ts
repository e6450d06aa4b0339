import { DAY_MS } from '../../time.js';
import { answerForm } from '../http/answer.js';
import { ConnectorError } from '../connector.js';
import type { DisputeReason, DisputeState, GatewayDispute } from '../disputes.js';
import { momentOf } from './moment.js';
import { currencyOrInr, id, orNone, readAnswer, rupees, text, word } from './read-answer.js';
import { toPaise } from './rupees.js';

/** A dispute as Cashfree has it. */
export interface Dispute {
  dispute_id: string | number;
  dispute_type: string;
  dispute_status: string;
  reason_description?: string | null;
  dispute_amount: number;
  dispute_amount_currency: string;
  created_at: string;
  updated_at?: string | null;
  respond_by?: string | null;
  resolved_at?: string | null;
  order_details?: { order_id?: string | null } | null;
}

export const disputeForm = answerForm<Dispute>({
  dispute_id: id.required(),
  dispute_type: word.required(),
  dispute_status: word.required(),
  reason_description: text,
  dispute_amount: rupees.required(),
  dispute_amount_currency: currencyOrInr,
  created_at: word.required(),
  updated_at: text,
  respond_by: text,
  resolved_at: text,
  order_details: orNone(answerForm({ order_id: text })),
});

/** @throws {ConnectorError} when it is none, or another one */
export function readDispute(body: unknown, id: string): Dispute {
  const dispute = readAnswer(disputeForm, body);
  if (String(dispute.dispute_id) !== id) throw new ConnectorError('Cashfree answered about another dispute');
  return dispute;
}

/** Why, as far as the description says it. */
const REASONS: readonly [RegExp, DisputeReason][] = [
  [/fraud|unauthori[sz]ed/i, 'fraudulent'],
  [/duplicate|multiple/i, 'duplicate'],
  [/not (received|provided|delivered|rendered)|non[- ]?receipt/i, 'product_not_received'],
  [/not as described|defective|quality|counterfeit/i, 'product_unacceptable'],
  [/credit not processed|refund/i, 'credit_not_processed'],
  [/cancel/i, 'subscription_cancelled'],
  [/recogni[sz]e/i, 'unrecognized'],
];

/**
 * Where a status stands, whichever stage it is of. What is not here is open, `INSUFFICIENT_EVIDENCE` among it: nobody here
 * has seen whether it is the end.
 */
const STATES = new Map<string, DisputeState>([
  ['MERCHANT_WON', 'won'],
  ['MERCHANT_LOST', 'lost'],
  ['MERCHANT_ACCEPTED', 'lost'],
]);

/** A bank that only asks (`RETRIEVAL`) takes no money: however that ends, it is not lost. */
function stateOf({ dispute_type, dispute_status }: Dispute): DisputeState {
  const [, end = ''] = /_(MERCHANT_(?:WON|LOST|ACCEPTED))$/.exec(dispute_status) ?? [];
  const state = STATES.get(end) ?? 'open';
  return dispute_type === 'RETRIEVAL' && state === 'lost' ? 'won' : state;
}

/** A dispute in our words. @throws {ConnectorError} when a time or an amount of it makes no sense */
export function toDispute(dispute: Dispute, trx: string): GatewayDispute {
  const { dispute_id, dispute_amount, dispute_amount_currency, reason_description, created_at, respond_by } = dispute;
  return {
    id: String(dispute_id),
    trx,
    amount: toPaise(dispute_amount, dispute_amount_currency),
    currency: dispute_amount_currency,
    reason: REASONS.find(([pattern]) => pattern.test(reason_description ?? ''))?.[1] ?? 'other',
    openedAt: momentOf(created_at),
    respondBy: respond_by ? momentOf(respond_by) : null,
    state: stateOf(dispute),
  };
}

/** When a dispute ended; one that has not has a time of resolution that is far ahead. */
export function endedAt({ resolved_at, updated_at, created_at }: Dispute): Date {
  const resolved = resolved_at ? momentOf(resolved_at) : undefined;
  if (resolved && resolved.getTime() <= Date.now()) return resolved;
  const at = momentOf(updated_at ? updated_at : created_at);
  if (at.getTime() > Date.now() + DAY_MS) throw new ConnectorError('Cashfree has ended a dispute in the future');
  return at;
}
