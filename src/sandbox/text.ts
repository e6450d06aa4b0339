import Joi from 'joi';
import { countCodePoints } from '../validation/text.js';

/** A text of at most `max` code points, as Tollgate counts: joi's own max() would count an emoji twice. */
export const text = (max: number): Joi.StringSchema =>
  Joi.string().custom((value: string, helpers) =>
    countCodePoints(value) > max ? helpers.error('string.max', { limit: max }) : value,
  );
