import { answerForm } from '../http/answer.js';
import { ConnectorError } from '../connector.js';
import type { RefundAbout, RefundRefusal, RefundResult } from '../refunds.js';
import { refundIdOf } from './names.js';
import { currencyOrInr, id, readAnswer, rupees, text, word } from './read-answer.js';
import { toPaise } from './rupees.js';

/** A refund as Cashfree has it. */
export interface Refund {
  cf_refund_id: string | number;
  refund_id: string;
  order_id?: string | null;
  refund_status: string;
  refund_amount: number;
  refund_currency: string;
  status_description?: string | null;
  created_at?: string | null;
  processed_at?: string | null;
}

const form = answerForm<Refund>({
  cf_refund_id: id.required(),
  refund_id: word.required(),
  order_id: text,
  refund_status: word.required(),
  refund_amount: rupees.required(),
  refund_currency: currencyOrInr,
  status_description: text,
  created_at: text,
  processed_at: text,
});

/**
 * The refund of a key.
 * @throws {ConnectorError} when it is none, or another one's
 */
export function readRefund(body: unknown, { key, charge }: Pick<RefundAbout, 'key' | 'charge'>): Refund {
  const refund = readAnswer(form, body);
  const isOurs = refund.refund_id === refundIdOf(key) && (!refund.order_id || refund.order_id === charge.key);
  if (!isOurs) throw new ConnectorError('Cashfree answered about another refund');
  return refund;
}

/** What of a refund's code or description says why it was refused. */
const REFUSALS: readonly [RegExp, RefundRefusal][] = [
  [/balance|insufficient/i, 'no_funds'],
  [/dispute|chargeback/i, 'disputed'],
  [/account.*closed|closed.*account/i, 'account_closed'],
];

/** A refusal in our words and by Cashfree's code. @param said whatever else it says about it */
export const refusal = (gatewayCode: string, said: string): RefundResult & { outcome: 'refused' } => ({
  outcome: 'refused',
  reason: REFUSALS.find(([pattern]) => pattern.test(said))?.[1] ?? 'refused',
  gatewayCode,
});

/** What has gone back. */
export const moneyOfRefund = ({ refund_amount, refund_currency }: Refund) => ({
  amount: toPaise(refund_amount, refund_currency),
  currency: refund_currency,
});

/**
 * A refund in our words.
 * @throws {ConnectorError} when Cashfree has a status that we do not know
 */
export function toRefundResult(refund: Refund): RefundResult {
  const reference = String(refund.cf_refund_id);
  switch (refund.refund_status) {
    case 'SUCCESS':
      return { outcome: 'refunded', reference, ...moneyOfRefund(refund) };
    case 'PENDING':
    case 'ONHOLD':
    case 'PENDING_APPROVAL':
      return { outcome: 'pending', reference };
    case 'CANCELLED':
    case 'FAILED':
    case 'REJECTED':
      return { ...refusal(refund.refund_status, refund.status_description ?? ''), reference };
    default:
      throw new ConnectorError(`Cashfree has a status for the refund ${reference} that nobody knows`);
  }
}
