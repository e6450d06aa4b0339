import Joi from 'joi';
import { ConnectorError, type CardResult, type DeclineReason } from '../connector.js';

/** What the sandbox gateway says about a charge. */
type Answer =
  | { status: 'charged'; id: string; amount: number; currency: string }
  | { status: 'challenge_required'; id: string; challenge_url: string }
  | { status: 'declined'; id: string; decline_code: string }
  | { status: 'closed' };

const required = Joi.string().max(2048).required();

/** Each status with the fields that must come along; what else an answer holds is of no interest. */
const answers: Record<Answer['status'], Joi.ObjectSchema<Answer>> = {
  charged: Joi.object({
    id: required,
    amount: Joi.number().strict().integer().positive().required(),
    currency: Joi.string().length(3).required(),
  }),
  challenge_required: Joi.object({ id: required, challenge_url: required.uri({ scheme: ['http', 'https'] }) }),
  declined: Joi.object({ id: required, decline_code: required }),
  closed: Joi.object(),
};

/** A code that is not here is a decline all the same: the general one. */
const reasons: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  do_not_honor: 'do_not_honor',
  lost_card: 'do_not_honor',
  expired_card: 'expired_card',
  incorrect_cvv: 'incorrect_cvv',
  processing_error: 'gateway_error',
  authentication_failed: 'authentication_failed',
  authentication_cancelled: 'authentication_cancelled',
};

const schema = Joi.object<Pick<Answer, 'status'>>({ status: Joi.valid(...Object.keys(answers)).required() })
  .unknown()
  .required();

function check(body: unknown): Answer {
  const named = schema.validate(body);
  if (named.error) throw new ConnectorError('The sandbox gateway answered with an unknown status');
  const { status } = named.value;
  const whole = answers[status].unknown().validate(body);
  if (whole.error)
    throw new ConnectorError(`The sandbox gateway's answer "${status}" is wrong: ${whole.error.message}`);
  return whole.value;
}

/**
 * The gateway's answer in our words.
 * @throws {ConnectorError} when it makes no sense
 */
export function toCardResult(body: unknown): CardResult {
  const answer = check(body);
  switch (answer.status) {
    case 'charged':
      return { outcome: 'authorized', reference: answer.id, amount: answer.amount, currency: answer.currency };
    case 'challenge_required':
      return { outcome: 'challenge', reference: answer.id, url: answer.challenge_url };
    case 'declined': {
      const gatewayCode = answer.decline_code;
      return { outcome: 'declined', reason: reasons[gatewayCode] ?? 'do_not_honor', gatewayCode, reference: answer.id };
    }
    case 'closed':
      return { outcome: 'not_charged' };
  }
}
