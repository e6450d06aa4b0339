import Joi from 'joi';
import { validationError } from '../../errors.js';
import { oneOf } from '../../validation/fields.js';
import { note } from '../../validation/note.js';
import { validateForOperator } from '../../validation/validate.js';
import { toMinor } from '../../money/amounts.js';
import { exponentOf } from '../../money/currencies.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { MONEY_KINDS } from '../../payments/payment-parts.js';
import { decideReview, type Matter, type ReviewDecision } from '../../proofs/decide-review.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import { record } from '../audit/record.js';
import { countAgain } from '../pages/navigation-count.js';

interface Body {
  decision: ReviewDecision['decision'];
  /** Major units of the payment's currency. */
  amount?: number;
  note?: string;
  version?: number;
  money?: NonNullable<ReviewDecision['money']>;
  reference?: string;
  refund?: boolean;
}

/** What both decision calls take. */
export const decisionSchema: Joi.ObjectSchema<Body> = Joi.object({
  decision: oneOf('accept', 'reject').required(),
  amount: Joi.number()
    .min(0)
    .when('decision', { is: 'accept', then: Joi.required() })
    .description('What was seen, in major units; needed to accept'),
  note: note(1000).description('The merchant reads it; without one it says what was decided'),
  version: Joi.number().integer().min(1).description('The version of the proof that was looked at'),
  money: oneOf('none', ...MONEY_KINDS).description(
    'Which money waited when it was looked at: of other money it holds not',
  ),
  reference: Joi.string()
    .pattern(/^[\x21-\x7e]{4,255}$/)
    .when('decision', { is: 'reject', then: Joi.forbidden() })
    .description('To accept what a gateway has not told of: its own reference of the payment'),
  refund: Joi.boolean()
    .when('decision', { is: 'accept', then: Joi.valid(false) })
    .description('Of a reject: whether the money that came goes back to the customer'),
});

/** Minor units of what was seen; nothing is rounded, and nothing at all may have come. */
function minorOf(amount: number, { amounts: { currency } }: PaymentRecord): number {
  if (amount === 0) return 0;
  const minor = toMinor(amount, currency);
  if (typeof minor === 'number') return minor;
  const [code, demand] =
    minor === 'too_many_decimals'
      ? ['too_many_decimals', `have at most ${exponentOf(currency)} decimals in ${currency}`]
      : ['too_large', 'be smaller'];
  throw validationError([{ field: 'amount', code, message: `amount must ${demand}` }]);
}

/**
 * Decides the review of a payment as an operator, and adds it to the trail.
 * @param given the trx, in upper or lower case
 * @throws {ApiError} validation_error, and what decideReview() throws
 */
export async function decideAsOperator(
  operator: OperatorRecord,
  given: string,
  decided: object,
  matter: Matter,
): Promise<PaymentRecord> {
  const { amount, ...body } = validateForOperator(decisionSchema, decided);
  const payment = await paymentByTrx(given);
  const seen = amount === undefined ? {} : { amount: minorOf(amount, payment) };
  const after = await decideReview(payment._id, matter, { ...body, ...seen, by: operator.email });
  countAgain();
  const { decision, ...details } = { ...body, ...(amount !== undefined && { amount }) };
  await record(operator, `${matter}.${decision === 'accept' ? 'accepted' : 'rejected'}`, payment._id, details);
  return after;
}
