import Joi from 'joi';
import type { Kind } from './kind.js';

export const text = (fallback: string): Kind<string> => Joi.string().default(fallback);
/** Whatever it is made of, but for the end of the line in a file that holds it. */
export const passwordIfAny = (): Kind<string | undefined> => Joi.string().replace(/\r?\n$/, '');
export const secret = (leastLength: number): Kind<string> => Joi.string().trim().min(leastLength).required();
export const address = (fallback: string): Kind<string> => Joi.string().ip({ cidr: 'forbidden' }).default(fallback);

/** A text of this form. An empty default allows an empty value. */
export function textLike(form: RegExp, fallback: string): Kind<string> {
  const likeIt = Joi.string().pattern(form).default(fallback);
  return fallback === '' ? likeIt.allow('') : likeIt;
}
