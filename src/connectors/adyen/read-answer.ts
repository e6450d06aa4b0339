import Joi from 'joi';
import { answerForm, nothing, readAnswerOf } from '../http/answer.js';
import type { AdyenAmount } from './amounts.js';

/** A reference or another text of Adyen's. */
export const text = Joi.string().max(255).empty(nothing);

export const amountForm = answerForm<AdyenAmount>({
  value: Joi.number().strict().integer().min(0).required(),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required(),
});

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('Adyen', form, body);
