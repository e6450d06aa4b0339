import Joi from 'joi';
import { ConnectorError } from '../connector.js';
import { readAnswerOf } from '../http/answer.js';

/** An id or another text of bKash's. */
export const text = Joi.string().max(255);

/** A URL of bKash's, which may carry a long hash. */
export const url = Joi.string().max(4096);

/** Taka as bKash writes them: "15", "15.5" or "15.50"; documents have numbers here and there. */
export const taka = Joi.alternatives(Joi.string().max(20), Joi.number()).custom((value: string | number) =>
  String(value),
);

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('bKash', form, body);

/**
 * Taka in paisa, without ever going by a fraction in binary.
 * @throws {ConnectorError} when it is no amount
 */
export function toPaisa(amount: string): number {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
  if (whole === undefined) throw new ConnectorError('bKash gives an amount that is none');
  return Number(`${whole}${fraction.padEnd(2, '0')}`);
}
