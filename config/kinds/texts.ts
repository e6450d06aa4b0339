import Joi from 'joi';
import type { Kind } from './kind.js';

export const text = (fallback: string): Kind<string> => Joi.string().default(fallback);
export const textIfAny = (): Kind<string | undefined> => Joi.string();
export const secret = (leastLength: number): Kind<string> => Joi.string().min(leastLength).required();
export const address = (fallback: string): Kind<string> => Joi.string().ip({ cidr: 'forbidden' }).default(fallback);

/** A text of this form. An empty default allows an empty value. */
export function textLike(form: RegExp, fallback: string): Kind<string> {
  const likeIt = Joi.string().pattern(form).default(fallback);
  return fallback === '' ? likeIt.allow('') : likeIt;
}
