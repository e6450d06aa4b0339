import type { Request } from 'express';
import Joi from 'joi';
import { transactionNotFound, validationError } from '../errors.js';
import { oneOf, text } from '../http/fields.js';
import { validate } from '../http/validate.js';
import { logger } from '../logger.js';
import { toMinor } from '../money/amounts.js';
import { exponentOf } from '../money/currencies.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { decideReview, type Matter, type Verdict } from '../proofs/decide-review.js';
import { audit } from './audit.js';
import { operatorOf } from './caller.js';

interface Body {
  decision: Verdict['decision'];
  /** Major units of the payment's currency. */
  amount?: number;
  note?: string;
  version?: number;
}

const schema: Joi.ObjectSchema<Body> = Joi.object({
  decision: oneOf('accept', 'reject').required(),
  amount: Joi.number().min(0).when('decision', { is: 'accept', then: Joi.required() }),
  note: text(1000).when('decision', { is: 'reject', then: Joi.required() }),
  version: Joi.number().integer().min(1),
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

/** Best effort, since it has happened: the payment itself says who decided what and when. */
async function record(req: Request, matter: Matter, trx: string, { decision, ...details }: Body): Promise<void> {
  const operator = operatorOf(req);
  const action = `${matter}.${decision === 'accept' ? 'accepted' : 'rejected'}` as const;
  try {
    await audit(operator, action, trx, details);
  } catch (error) {
    logger.error('audit.failed', { action, trx, operatorId: operator._id, error });
  }
}

/**
 * Decides the review of a payment as the operator who asks, and adds it to the trail.
 * @throws {ApiError} validation_error, and what decideReview() throws
 */
export async function decideAsOperator(req: Request, given: string, matter: Matter): Promise<PaymentRecord> {
  const trx = given.toLowerCase();
  const { amount, ...body } = validate(schema, req.body, { now: new Date(), mode: 'test' });
  const payment = await payments.findOne({ _id: trx });
  if (!payment) throw transactionNotFound();
  const seen = amount === undefined ? {} : { amount: minorOf(amount, payment) };
  const after = await decideReview(trx, matter, { ...body, ...seen, by: operatorOf(req).email });
  await record(req, matter, trx, { ...body, ...(amount !== undefined && { amount }) });
  return after;
}
