import Joi from 'joi';
import { contextOf, mobile, siblingsOf, text, url } from '../validation/fields.js';
import { checkIpnUrl } from '../ipn/call/check-ipn-url.js';
import { formatAmount, toMinor } from '../money/amounts.js';
import { exponentOf, isCurrency } from '../money/currencies.js';

// The fields that every initiate call has, whatever the method.

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

/** A URL that notifications may be sent to, which our own network must be safe from. */
export const ipnUrl = (): Joi.StringSchema =>
  url(checkIpnUrl).description('Where the notification is sent, without a fragment.');

export const details = () => text(255).description('What is paid for, as the customer reads it.');
export const siteName = () => text(255).description('The name of your shop, as the customer reads it.');
export const siteLogo = () => url().description('Your logo, for the pages that the customer sees.');
export const successUrl = () => url().description('Where the customer goes after success, exactly as given.');
export const cancelUrl = () => url().description('Where the customer goes when nothing was paid.');
