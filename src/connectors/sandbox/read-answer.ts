import Joi from 'joi';
import { ConnectorError } from '../connector.js';

/** A text in an answer: a longer one is none of this gateway's. */
export const text = Joi.string().max(2048).required();

/** What has moved: an amount in minor units, of this currency. */
export const amount = Joi.number().strict().integer().positive().required();
export const currency = Joi.string().length(3).required();

/**
 * An answer of the form that it must have; what else it holds is of no interest.
 * @throws {ConnectorError} when it makes no sense
 */
export function readAnswer<T>(schema: Joi.ObjectSchema<T>, body: unknown): T {
  const checked = schema.unknown().required().validate(body);
  if (checked.error) throw new ConnectorError(`The sandbox gateway's answer is wrong: ${checked.error.message}`);
  return checked.value;
}

/** Makes what reads answers that name a status, each with the fields that must come along. Throws as readAnswer() does. */
export function answerReader<A extends { status: string }>(
  forms: Record<A['status'], Joi.ObjectSchema<A>>,
): (body: unknown) => A {
  const named = Joi.object<Pick<A, 'status'>>({ status: Joi.valid(...Object.keys(forms)).required() });
  return (body) => {
    const { status }: { status: A['status'] } = readAnswer(named, body);
    return readAnswer(forms[status], body);
  };
}
