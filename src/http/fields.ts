import Joi from 'joi';
import countries from 'i18n-iso-countries/index.js'; // the package's main entry would load every language
import { countCodePoints } from '../code-points.js';
import { checkIpnUrl } from '../ipn/check-ipn-url.js';
import type { Mode } from '../merchants/merchant.model.js';
import { formatAmount, toMinor } from '../money/amounts.js';
import { exponentOf, isCurrency } from '../money/currencies.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { parseUrl } from '../parse-url.js';
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

const plainText = (max: number): Joi.StringSchema =>
  Joi.string()
    .empty(Joi.string().pattern(INVISIBLE).allow(''))
    .custom((value: string, helpers) => {
      if (FORBIDDEN.test(value)) return helpers.error('text.characters');
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

/** A URL that notifications may be sent to, which our own network must be safe from. */
export const ipnUrl = (): Joi.StringSchema =>
  url(checkIpnUrl).description('Where the notification is sent, without a fragment.');

/** An ISO 4217 code in upper case of money that is paid in today. Whether we have a route for it is asked later. */
export const currency = (): Joi.StringSchema =>
  formed({ pattern: '^[A-Z]{3}$' }, (value, helpers) =>
    isCurrency(value) ? value : helpers.error('currency.unsupported'),
  ).description('ISO 4217, in upper case.');

/** The platform's highest amount: 999,999.99 in major units whatever the currency (contract 3), here in minor units. */
const platformMax = (code: string): number => Math.floor((99_999_999 * 10 ** exponentOf(code)) / 100);

/** An amount in major units, a JSON number, with the decimals of the body's currency and within the bounds. */
export const amount = (): Joi.NumberSchema =>
  // "unsafe", because joi's own complaint would not name the bound
  Joi.number()
    .unsafe()
    .custom((value: number, helpers) => {
      const { currency: code } = siblingsOf(helpers);
      if (!isCurrency(code)) return value > 0 ? value : helpers.error('amount.not_positive'); // its own fault says the rest
      const { min = 1, max = Infinity } = contextOf(helpers).bounds ?? {};
      const tooSmall = () =>
        min > 1
          ? helpers.error('amount.min', { limit: formatAmount(min, code) })
          : helpers.error('amount.not_positive');
      if (value <= 0) return tooSmall();
      const minor = toMinor(value, code);
      if (minor === 'too_many_decimals')
        return helpers.error('amount.decimals', { limit: `${exponentOf(code)} decimals in ${code}` });
      const most = Math.min(max, platformMax(code));
      if (typeof minor === 'string' || minor > most)
        return helpers.error('amount.max', { limit: formatAmount(most, code) });
      return minor < min ? tooSmall() : value;
    })
    .meta({ exclusiveMinimum: 0 })
    .description(
      'What to pay, in major units (`49.9` is 49 euros and 90 cents), with no more decimals than the currency has: none ' +
        'for JPY, three for KWD. Never rounded. The bounds are the tightest of platform, gateway and merchant; an error ' +
        'names the one that counts.',
    );

/** A mobile number of one form; the fault is that of the table of faults. */
export const mobileLike = (form: RegExp, fault: string): Joi.StringSchema =>
  formed({ pattern: form.source }, (value, helpers) => (form.test(value) ? value : helpers.error(fault)));

const E164 = /^\+[1-9][0-9]{6,14}$/;

/** An international number (E.164): plus, country code, at most fifteen digits, nothing between them. */
export const mobile = (): Joi.StringSchema =>
  mobileLike(E164, 'mobile.form').description('E.164: `+`, country code, number.');

const COUNTRIES = new Set(Object.keys(countries.getAlpha2Codes()));

/** An ISO 3166-1 alpha-2 code in upper case; Kosovo's user-assigned XK is one, as issuers and networks use it. */
export const country = (): Joi.StringSchema =>
  formed({ pattern: '^[A-Z]{2}$' }, (value, helpers) =>
    COUNTRIES.has(value) ? value : helpers.error('country.form'),
  ).description('ISO 3166-1 alpha-2, in upper case.');

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3, less the angle brackets). */
const EMAIL_LIMIT = 254;

/** Who pays. The order is that of the specification's table. */
export const customer = () =>
  Joi.object({
    first_name: text(100).required(),
    last_name: text(100).required(),
    email: text(EMAIL_LIMIT).email({ tlds: false }).required(),
    mobile: mobile().required(),
  });

/** Compared byte for byte with the merchant's earlier ones, so nothing is trimmed or normalised. */
export const identifier = () =>
  text(255).description(
    'Your own id of the payment, unique for ever, compared byte for byte. Notifications are matched by it. A UUID does best.',
  );

export const publicKey = () => text(255).description('Your public key: `pk_test_…` or `pk_live_…`.');
export const details = () => text(255).description('What is paid for, as the customer reads it.');
export const siteName = () => text(255).description('The name of your shop, as the customer reads it.');
export const siteLogo = () => url().description('Your logo, for the pages that the customer sees.');
export const successUrl = () => url().description('Where the customer goes after success, exactly as given.');
export const cancelUrl = () => url().description('Where the customer goes when nothing was paid.');
