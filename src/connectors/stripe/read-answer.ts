import Joi from 'joi';
import { readAnswerOf } from '../http/answer.js';

/** An id or another text of Stripe's. */
export const text = Joi.string().max(255);

/** One of Stripe's words, such as `card_declined`; null where it has none to say. */
export const code = Joi.string().max(100).allow(null, '');

export const minorUnits = Joi.number().strict().integer().min(0);

export const currency = Joi.string().pattern(/^[a-z]{3}$/);

/** Seconds since 1970. */
export const moment = Joi.number().strict().integer().positive();

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('Stripe', form, body);
