import Joi from 'joi';
import { nothing, readAnswerOf } from '../http/answer.js';
import { paisaOf, taka } from '../taka.js';

/** An id or another text of bKash's. */
export const text = Joi.string().max(255);

export const optionalText = text.empty(nothing);
export const optionalTaka = taka.empty(nothing);
export const optionalCurrency = Joi.string()
  .pattern(/^[A-Z]{3}$/)
  .empty(nothing);

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('bKash', form, body);

/** @throws {ConnectorError} when it is no amount */
export const toPaisa = (amount: string): number => paisaOf('bKash', amount);
