import Joi from 'joi';
import { contextOf, formed, oneOf, siblingsOf, text } from '../../validation/fields.js';
import { isExpired, isTooFarAhead } from './expiry.js';
import { passesLuhn } from '../../validation/luhn.js';
import { type CardNetwork, networkOf, NETWORKS, securityCodeLength } from './networks.js';

type Rule<T> = Joi.CustomValidator<T>;

const withoutSpaces = (number: string): string => number.replaceAll(' ', '');

/** The network of the card's number as it stands in the body, checked or not. */
function networkBeside(helpers: Joi.CustomHelpers): CardNetwork | undefined {
  const { number } = siblingsOf(helpers);
  return typeof number === 'string' ? networkOf(withoutSpaces(number)) : undefined;
}

const checkNumber: Rule<string> = (value, helpers) => {
  if (!/^[0-9 ]+$/.test(value)) return helpers.error('card.characters');
  const digits = withoutSpaces(value);
  if (digits.length < 12 || digits.length > 19) return helpers.error('card.length');
  if (!passesLuhn(digits)) return helpers.error('card.luhn');
  return networkOf(digits) ? digits : helpers.error('card.network');
};

const checkMonth: Rule<number> = (value, helpers) => (value >= 1 && value <= 12 ? value : helpers.error('card.month'));

const checkYear: Rule<number> = (value, helpers) => {
  if (value < 1000 || value > 9999) return helpers.error('card.year');
  const { now } = contextOf(helpers);
  const { expiry_month: month } = siblingsOf(helpers);
  // A month that is wrong has a fault of its own; the year is then judged by its last month.
  const known = typeof month === 'number' && month >= 1 && month <= 12 ? month : 12;
  if (isExpired(known, value, now)) return helpers.error('card.expired');
  return isTooFarAhead(value, now) ? helpers.error('card.far') : value;
};

const checkCvv: Rule<string> = (value, helpers) => {
  const network = networkBeside(helpers);
  const length = network ? securityCodeLength(network) : undefined;
  const fits = /^[0-9]{3,4}$/.test(value) && value.length === (length ?? value.length);
  return fits ? value : helpers.error('card.cvv', { limit: length ?? '3 or 4' });
};

const checkType: Rule<string> = (value, helpers) => {
  const network = networkBeside(helpers);
  return network && network !== value ? helpers.error('card.type') : value;
};

const wholeNumber = () => Joi.number().unsafe().integer(); // "unsafe": our own rules say what is too large

/** The card of an initiate call or of the hosted page, in the order of the specification's table. */
export const cardFields = () =>
  Joi.object({
    number: formed({ pattern: '^ *([0-9] *){12,19}$' }, checkNumber)
      .label('Card number')
      .description('12 to 19 digits that pass the Luhn check; spaces are allowed.')
      .required(),
    expiry_month: wholeNumber()
      .custom(checkMonth)
      .meta({ minimum: 1, maximum: 12 })
      .label('Card expiry month')
      .description('1 to 12. A card is good to the end of its month everywhere on earth.')
      .required(),
    expiry_year: wholeNumber()
      .custom(checkYear)
      .meta({ minimum: 1000, maximum: 9999 })
      .label('Card expiry year')
      .description('Four digits, at most 20 years ahead.')
      .required(),
    cvv: formed({ pattern: '^[0-9]{3,4}$' }, checkCvv)
      .label('Card CVV')
      .description('Four digits for AMEX, three for the others. Never stored.')
      .required(),
    holder: text(255).label('Card holder').description('The name on the card.').required(),
    type: oneOf(...NETWORKS)
      .custom(checkType)
      .label('Card type')
      .description("The card's network; found by the number when it is missing.")
      .default((card: { number?: unknown }) => networkOf(String(card.number))),
  });
