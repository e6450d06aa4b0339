import Joi from 'joi';
import countries from 'i18n-iso-countries/index.js'; // the package's main entry would load every language
import { countCodePoints } from './text.js';
import type { Mode } from '../vocabulary.js';
import { isCurrency } from '../money/currencies.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { parseUrl } from './parse-url.js';
import type { RequestContext } from './validate.js';

type Helpers<T = unknown> = Joi.CustomHelpers<T>;

// joi types context and ancestors as anything: the first comes from validate(), its only caller, the second are objects.

/** The context that validate() passes on. */
export const contextOf = (helpers: Helpers): RequestContext => helpers.prefs.context as RequestContext;

/** The other fields of the object that a rule's field stands in, unchecked when they come later in the schema. */
export const siblingsOf = (helpers: Helpers): Record<string, unknown> =>
  (helpers.state.ancestors as Record<string, unknown>[])[0] ?? {};

/** The entries before this one in the list that a rule's object stands in, of whatever type they are. */
export const earlierOf = (helpers: Helpers): (Record<string, unknown> | null)[] =>
  ((helpers.state.ancestors as (Record<string, unknown> | null)[][])[0] ?? []).slice(
    0,
    Number(helpers.state.path?.at(-1)),
  );

const INVISIBLE = /^[\s\p{Cf}]*$/u;

/** Whether a text shows nothing: spaces of any kind and invisible format characters only. It counts as absent. */
export const isBlank = (value: string): boolean => INVISIBLE.test(value);

/** Control characters, tab and newline and U+007F-009F with them, and halves of surrogate pairs. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;

/** Whether a text has what no text that is stored has. */
export const isForbidden = (value: string): boolean => FORBIDDEN.test(value);

const plainText = (max: number): Joi.StringSchema =>
  Joi.string()
    .empty(Joi.string().pattern(INVISIBLE).allow(''))
    .custom((value: string, helpers) => {
      if (isForbidden(value)) return helpers.error('text.characters');
      // No code point has more than two units: only of a text that may or may not fit a list is made.
      const isTooLong = value.length > max && (value.length > 2 * max || countCodePoints(value) > max);
      return isTooLong ? helpers.error('text.length', { limit: max }) : value;
    });

// What meta() says is for the descriptions of our APIs: our own rules in the words of JSON Schema.

/** A text of at most `max` code points, kept as it was sent. Blank is missing. */
export const text = (max: number): Joi.StringSchema =>
  max === Infinity ? plainText(max) : plainText(max).meta({ maxLength: max });

/** For a change, where a field that is not sent stays as it is: blank is a fault here, lest it pass for that. */
export const notBlank = (schema: Joi.StringSchema): Joi.StringSchema =>
  schema.when(Joi.exist(), { then: Joi.required() });

/** A text with a form of its own, which JSON Schema's keywords tell as far as they can. */
export const formed = <R>(keywords: JsonSchema, rule: Joi.CustomValidator<string, R>): Joi.StringSchema =>
  plainText(255).custom(rule).meta(keywords);

/** A text that is one of these, in upper and lower case as they stand. */
export const oneOf = (...values: string[]): Joi.StringSchema =>
  plainText(255)
    .custom((value: string, helpers) => {
      const limit = values.length > 1 ? `one of ${values.join(', ')}` : values[0];
      return values.includes(value) ? value : helpers.error('any.only', { limit });
    })
    .meta({ enum: values });

const URL_LIMIT = 2048;

/**
 * An absolute http(s) URL without user info, kept as it was sent; in live mode https only.
 * @param objection what else there is against it, as a sentence
 */
export const url = (objection: (url: string, mode: Mode) => string | null = () => null): Joi.StringSchema =>
  text(URL_LIMIT)
    .custom((value: string, helpers) => {
      // The URL class repairs what it can (http:host, http:\\host, inner spaces); we take only what needs no repair.
      const authority = /^https?:\/\/([^/?#\s\\]+)(?:[/?#][^\s\\]*)?$/i.exec(value)?.[1];
      const parsed = parseUrl(value);
      if (authority === undefined || parsed === null) return helpers.error('url.form');
      if (authority.includes('@')) return helpers.error('url.user');
      const { mode } = contextOf(helpers);
      if (mode === 'live' && parsed.protocol !== 'https:') return helpers.error('url.https');
      const sentence = objection(value, mode);
      return sentence === null ? value : helpers.error('url.refused', { sentence });
    })
    .meta({ format: 'uri' });

/** An ISO 4217 code in upper case of money that is paid in today. Whether we have a route for it is asked later. */
export const currency = (): Joi.StringSchema =>
  formed({ pattern: '^[A-Z]{3}$' }, (value, helpers) =>
    isCurrency(value) ? value : helpers.error('currency.unsupported'),
  ).description('ISO 4217, in upper case.');

/** A mobile number of one form; the fault is that of the table of faults. */
export const mobileLike = (form: RegExp, fault: string): Joi.StringSchema =>
  formed({ pattern: form.source }, (value, helpers) => (form.test(value) ? value : helpers.error(fault)));

const E164 = /^\+[1-9][0-9]{6,14}$/;

/** An international number (E.164): plus, country code, at most fifteen digits, nothing between them. */
export const mobile = (): Joi.StringSchema =>
  mobileLike(E164, 'mobile.form').description('E.164: `+`, country code, number.');

const COUNTRIES = new Set(Object.keys(countries.getAlpha2Codes()));

export const isCountry = (value: unknown): value is string => typeof value === 'string' && COUNTRIES.has(value);

/** An ISO 3166-1 alpha-2 code in upper case; Kosovo's user-assigned XK is one, as issuers and networks use it. */
export const country = (): Joi.StringSchema =>
  formed({ pattern: '^[A-Z]{2}$' }, (value, helpers) =>
    isCountry(value) ? value : helpers.error('country.form'),
  ).description('ISO 3166-1 alpha-2, in upper case.');

export const publicKey = () => text(255).description('Your public key: `pk_test_…` or `pk_live_…`.');
