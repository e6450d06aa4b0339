import Joi from 'joi';
import { readAnswerOf } from '../http/answer.js';
import { paisaOf, taka } from '../taka.js';

/** An id or another text of bKash's. */
export const text = Joi.string().max(255);

/** What may be missing may be null or empty as well: bKash writes either where there is nothing to say. */
const optional = <S extends Joi.AnySchema>(schema: S): S => schema.allow('', null).empty(['', null]);

export const optionalText = optional(text);
export const optionalTaka = optional(taka);
export const optionalCurrency = optional(Joi.string().pattern(/^[A-Z]{3}$/));

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('bKash', form, body);

/** @throws {ConnectorError} when it is no amount */
export const toPaisa = (amount: string): number => paisaOf('bKash', amount);
