import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { code } from './read-answer.js';

/** An error as Stripe has it in answers and on intents. */
export interface StripeError {
  type: string;
  code?: string | null;
  decline_code?: string | null;
  /** The field that it is about. */
  param?: string | null;
}

/** What Stripe says was wrong with a request. */
export interface Failure extends StripeError {
  status: number;
}

export const errorForm = answerForm<StripeError>({
  type: Joi.string().max(100).required(),
  code,
  decline_code: code,
  param: Joi.string().max(255).allow(null, ''),
});

const form = answerForm<{ error: StripeError }>({ error: errorForm });

/** The failure in an answer; undefined when it is none of Stripe's. */
export function failureIn(status: number, body: unknown): Failure | undefined {
  const checked = form.validate(body);
  return checked.error ? undefined : { ...checked.value.error, status };
}

/** Whether the same key's first request is still under way. It may carry the type of a key that is taken. */
export const isUnderWay = ({ status, code }: Failure): boolean => status === 409 || code === 'idempotency_key_in_use';

/** Stripe's own word for it: the issuer's, where it is one. */
export const wordFor = ({ decline_code, code, type }: StripeError): string => decline_code || code || type;

/** Whether somebody refused the card. The type says so, never the HTTP status alone. */
export const isCardError = ({ type }: Failure): boolean => type === 'card_error';
