import Joi from 'joi';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';

/** What Cashfree says was wrong with a request. */
export interface Failure {
  status: number;
  /** Such as `order_already_exists`. */
  code: string;
  /** Such as `invalid_request_error`. */
  type: string;
}

const word = Joi.string().max(100).allow('', null);

const form = answerForm<{ code?: string | null; type: string }>({ code: word, type: Joi.string().max(100).required() });

/** A code as it may stand in logs: a word, and never a number that may be a card's. */
const plainCode = (code: string | null | undefined): string =>
  code && /^[a-z][\w.-]*$/i.test(code) && !/\d{8}/.test(code) ? code : '';

/** The failure in an answer; undefined when it is none of Cashfree's. */
export function failureIn(status: number, body: unknown): Failure | undefined {
  const checked = form.validate(body);
  return checked.error ? undefined : { status, code: plainCode(checked.value.code), type: checked.value.type };
}

/** An answer that settles nothing. @param what it is about, such as "an order" */
export const refusedWith = ({ status, code }: Failure, what: string): ConnectorError =>
  new ConnectorError(`Cashfree answered with HTTP ${status} ${code} about ${what}`);

/**
 * Whether there is no such thing, by its own code: a 404 alone may mean that the path is wrong. The documents name no
 * code but `…_not_found`, whatever is asked for.
 */
export const saysUnknown = ({ status, code }: Failure): boolean => status === 404 && /_not_found$/.test(code);

/** Whether there is such a thing already, made by an earlier call. */
export const saysPresent = ({ status, code }: Failure): boolean => status === 409 || /already_exists?$/.test(code);
