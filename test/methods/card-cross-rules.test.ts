import { expect } from 'chai';
import { validate } from '../../src/validation/validate.js';
import { cardInitiateSchema } from '../../src/methods/card/schema.js';
import { cardRequest, context, faultsOf } from './card-request.js';

const faults = (card: object, now = context.now) =>
  faultsOf(() =>
    validate(cardInitiateSchema, { ...cardRequest(), card: { ...cardRequest().card, ...card } }, { ...context, now }),
  );

describe('card rules of a request', () => {
  const AMEX = { number: '378282246310005', type: undefined };
  const FAULTS: [string, object, string, string, string][] = [
    ['a wrong check digit', { number: '4242424242424241' }, 'number', 'invalid_number', 'Card number is not valid'],
    ['eleven digits', { number: '42424242424' }, 'number', 'invalid_length', 'Card number must have 12 to 19 digits'],
    ['twenty digits', { number: '4'.repeat(20) }, 'number', 'invalid_length', 'Card number must have 12 to 19 digits'],
    [
      'hyphens',
      { number: '4242-4242-4242-4242' },
      'number',
      'invalid_characters',
      'Card number must contain only digits and spaces',
    ],
    [
      'Arabic digits',
      { number: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' },
      'number',
      'invalid_characters',
      'Card number must contain only digits and spaces',
    ],
    [
      'no-break spaces',
      { number: '4242\u00a0424242424242' },
      'number',
      'invalid_characters',
      'Card number must contain only digits and spaces',
    ],
    [
      'another network',
      { number: '6011111111111117', type: undefined },
      'number',
      'unsupported_network',
      'Card network is not supported',
    ],
    ['a missing number', { number: undefined }, 'number', 'required', 'Card number is required'],
    ['month 0', { expiry_month: 0 }, 'expiry_month', 'out_of_range', 'Card expiry month must be between 1 and 12'],
    ['month 13', { expiry_month: 13 }, 'expiry_month', 'out_of_range', 'Card expiry month must be between 1 and 12'],
    [
      'month 1e400',
      { expiry_month: Infinity },
      'expiry_month',
      'out_of_range',
      'Card expiry month must be between 1 and 12',
    ],
    ['month -1', { expiry_month: -1 }, 'expiry_month', 'out_of_range', 'Card expiry month must be between 1 and 12'],
    [
      'month 1e300',
      { expiry_month: 1e300 },
      'expiry_month',
      'out_of_range',
      'Card expiry month must be between 1 and 12',
    ],
    ['year 1e300', { expiry_year: 1e300 }, 'expiry_year', 'invalid_format', 'Card expiry year must have 4 digits'],
    ['half a month', { expiry_month: 1.5 }, 'expiry_month', 'invalid_type', 'Card expiry month must be a whole number'],
    [
      'a year of two digits',
      { expiry_year: 30 },
      'expiry_year',
      'invalid_format',
      'Card expiry year must have 4 digits',
    ],
    [
      'a year of five digits',
      { expiry_year: 20_300 },
      'expiry_year',
      'invalid_format',
      'Card expiry year must have 4 digits',
    ],
    ['last month', { expiry_month: 10, expiry_year: 2026 }, 'expiry_year', 'expired', 'Card has expired'],
    ['last year', { expiry_year: 2025 }, 'expiry_year', 'expired', 'Card has expired'],
    [
      '21 years ahead',
      { expiry_year: 2047 },
      'expiry_year',
      'too_large',
      'Card expiry year must not be more than 20 years ahead',
    ],
    ['4 CVV digits of VISA', { cvv: '1234' }, 'cvv', 'invalid_format', 'Card CVV must have 3 digits'],
    ['3 CVV digits of AMEX', { ...AMEX, cvv: '123' }, 'cvv', 'invalid_format', 'Card CVV must have 4 digits'],
    ['a CVV with a space', { cvv: '12 ' }, 'cvv', 'invalid_format', 'Card CVV must have 3 digits'],
    ['a CVV in Bengali', { cvv: '১২৩' }, 'cvv', 'invalid_format', 'Card CVV must have 3 digits'],
    ['another type', { type: 'AMEX' }, 'type', 'type_mismatch', 'Card type must be the network of the card number'],
    [
      'a type in lower case',
      { type: 'visa' },
      'type',
      'unsupported',
      'Card type must be one of VISA, MASTERCARD, AMEX',
    ],
    ['an unknown type', { type: 'DISCOVER' }, 'type', 'unsupported', 'Card type must be one of VISA, MASTERCARD, AMEX'],
  ];
  for (const [name, card, field, code, message] of FAULTS)
    it(`refuse ${name}`, () => {
      expect(faults(card)).to.deep.equal([{ field: `card.${field}`, code, message }]);
    });

  const SANDBOX = ['4242 4242 4242 4242', '5555 5555 5555 4444', '4000 0000 0000 3220', '4000 0084 0000 1629'];
  const DECLINES = ['0002', '9995', '9987', '0069', '0127', '0119', '0770', '0887'].map((end) => `400000000000${end}`);
  const FINE: [string, object][] = [
    ...[...SANDBOX, ...DECLINES].map((number): [string, object] => [number, { number, type: undefined }]),
    ['3782 822463 10005', { ...AMEX, number: '3782 822463 10005', cvv: '0000' }],
    ['thirteen digits', { number: '4222222222222' }],
    ['twelve digits', { number: '400000000002' }],
    ['nineteen digits', { number: '4000000000000000006' }],
    ['spaces anywhere', { number: ' 4 2424242 42424242  ' }],
    ['leading zeros in a CVV', { cvv: '007' }],
    ['twenty years ahead', { expiry_year: 2046 }],
    ['this month', { expiry_month: 11, expiry_year: 2026 }],
  ];
  for (const [name, card] of FINE)
    it(`take ${name}`, () => {
      expect(faults(card)).to.deep.equal([]);
    });

  it('go by the injected clock, to the end of the month at UTC-12', () => {
    const card = { expiry_month: 12, expiry_year: 2026 };
    expect(faults(card, new Date('2027-01-01T11:59:59.999Z'))).to.deep.equal([]);
    expect(faults(card, new Date('2027-01-01T12:00:00.000Z')).map(({ message }) => message)).to.deep.equal([
      'Card has expired',
    ]);
  });

  it('add no noise: a number without network is its only fault, a wrong month does not hide an old year', () => {
    const other = faults({ number: '6011111111111117', cvv: '1234' });
    expect(other.map(({ field }) => field)).to.deep.equal(['card.number']);
    const both = faults({ expiry_month: 13, expiry_year: 2020 });
    expect(both.map(({ message }) => message)).to.deep.equal([
      'Card expiry month must be between 1 and 12',
      'Card has expired',
    ]);
    expect(faults({ expiry_month: 13, expiry_year: 2026 }).map(({ field }) => field)).to.deep.equal([
      'card.expiry_month',
    ]);
  });

  it('never echo what was sent', () => {
    const secrets = {
      number: '4242424242424241',
      cvv: '98765',
      holder: 'x\u0000SECRET',
      type: 'SECRET',
      expiry_year: 1987,
    };
    const told = JSON.stringify(faults(secrets));
    for (const secret of ['424242', '98765', 'SECRET', '1987']) expect(told).to.not.include(secret);
  });
});
