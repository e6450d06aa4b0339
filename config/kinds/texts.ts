import Joi from 'joi';
import type { Kind } from './kind.js';

export const text = (fallback: string): Kind<string> => Joi.string().default(fallback);
/** Whatever it is made of, but for the end of the line in a file that holds it. */
export const passwordIfAny = (): Kind<string | undefined> => Joi.string().replace(/\r?\n$/, '');

/** What no header can hold is sent by no call that shows it (RFC 9110, 5.5). */
const IN_HEADER = /^[\t\x20-\x7e\x80-\xff]*$/;

export const secret = (leastLength: number): Kind<string> =>
  Joi.string()
    .trim()
    .min(leastLength)
    .pattern(IN_HEADER)
    .messages({ 'string.pattern.base': '{#label} must be of ASCII characters, on one line: it goes into a header' })
    .required();

export const address = (fallback: string): Kind<string> =>
  Joi.string()
    .ip({ cidr: 'forbidden' })
    .messages({ 'string.ip': `{#label} must be an IP address, such as ${fallback}` })
    .default(fallback);

/** A text of this form. An empty default allows an empty value. */
export function textLike(form: RegExp, fallback: string): Kind<string> {
  const likeIt = Joi.string().pattern(form).default(fallback);
  return fallback === '' ? likeIt.allow('') : likeIt;
}
