import Joi from 'joi';
import { countCodePoints } from '../validation/text.js';

/** A text of at most `max` code points, as Tollgate counts: joi's own max() would count an emoji twice. */
export const text = (max: number): Joi.StringSchema =>
  Joi.string().custom((value: string, helpers) =>
    countCodePoints(value) > max ? helpers.error('string.max', { limit: max }) : value,
  );

export const url = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .max(2048);

/** In minor units. */
export const amount = Joi.number().strict().integer().positive().max(Number.MAX_SAFE_INTEGER);

export const currency = Joi.string()
  .pattern(/^[A-Z]{3}$/)
  .required();
