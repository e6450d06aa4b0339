import { expect } from 'chai';
import { validate } from '../../src/validation/validate.js';
import { cardInitiateSchema } from '../../src/methods/card/schema.js';
import { cardRequest, context, faultsOf, withField } from './card-request.js';

const parse = (body: unknown, more = {}) => validate(cardInitiateSchema, body, { ...context, ...more });
const faults = (body: unknown, more = {}) => faultsOf(() => parse(body, more));

interface Field {
  path: string;
  kind: 'string' | 'number' | 'object';
  required: boolean;
  /** How sentences call it, when not by its path. */
  label?: string;
  /** Most code points of a free text. */
  max?: number;
}

const text = (path: string, max?: number): Field => ({ path, kind: 'string', required: true, ...(max ? { max } : {}) });
const optional = (field: Field): Field => ({ ...field, required: false });
const called = (label: string, field: Field): Field => ({ ...field, label });

/** Every field, in the order of the specification's tables. */
const FIELDS: Field[] = [
  text('public_key', 255),
  { path: 'amount', kind: 'number', required: true },
  text('currency'),
  optional(text('payment_method_type')),
  { path: 'customer', kind: 'object', required: true },
  text('customer.first_name', 100),
  text('customer.last_name', 100),
  text('customer.email'),
  text('customer.mobile'),
  { path: 'card', kind: 'object', required: true },
  called('Card number', text('card.number')),
  { path: 'card.expiry_month', kind: 'number', required: true, label: 'Card expiry month' },
  { path: 'card.expiry_year', kind: 'number', required: true, label: 'Card expiry year' },
  called('Card CVV', text('card.cvv')),
  called('Card holder', text('card.holder', 255)),
  called('Card type', optional(text('card.type'))),
  { path: 'billing_address', kind: 'object', required: true },
  called('Billing country', text('billing_address.country')),
  optional(text('billing_address.address', 255)),
  optional(text('billing_address.city', 255)),
  optional(text('billing_address.postal_code', 255)),
  text('device_fingerprint', 1000),
  text('details', 255),
  text('identifier', 255),
  text('ipn_url'),
  text('success_url'),
  text('cancel_url'),
  text('site_name', 255),
  optional(text('site_logo')),
];

const WRONG: Record<Field['kind'], unknown[]> = {
  string: [0, 42, true, false, {}, { $gt: '' }, [], ['x']],
  number: ['100', '', ' ', '1e3', true, {}, { $gt: 0 }, [], [1]],
  object: ['x', '', 7, true, [], [{}]],
};
const A: Record<Field['kind'], string> = { string: 'a string', number: 'a number', object: 'an object' };

describe('card request, field by field', () => {
  for (const { path, kind, required, label = path, max } of FIELDS) {
    const absent = required ? [{ field: path, code: 'required', message: `${label} is required` }] : [];
    const absences = [undefined, null, ...(kind === 'string' ? ['', '   ', '\u00a0\u3000', '\u200b', '\t'] : [])];
    for (const value of absences)
      it(`${path} ${JSON.stringify(value)} is ${required ? 'missing' : 'absent'}`, () => {
        expect(faults(withField(cardRequest(), path, value))).to.deep.equal(absent);
      });

    for (const value of WRONG[kind])
      it(`${path} is not ${JSON.stringify(value)}`, () => {
        expect(faults(withField(cardRequest(), path, value))).to.deep.equal([
          { field: path, code: 'invalid_type', message: `${label} must be ${A[kind]}` },
        ]);
      });

    if (kind === 'string')
      for (const bad of ['a\u0000b', 'a\tb', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udc00'])
        it(`${path} refuses ${JSON.stringify(bad)}`, () => {
          const [fault, ...more] = faults(withField(cardRequest(), path, bad));
          expect(more).to.deep.equal([]);
          expect(fault).to.include({ field: path, code: 'invalid_characters' });
        });

    if (max !== undefined)
      it(`${path} holds ${max} code points, emoji too, and no more`, () => {
        const longest = '😀'.repeat(max);
        expect(faults(withField(cardRequest(), path, longest))).to.deep.equal([]);
        expect(faults(withField(cardRequest(), path, `${longest}x`))).to.deep.equal([
          { field: path, code: 'too_long', message: `${label} must not exceed ${max} characters` },
        ]);
      });
  }

  it('reports everything that is missing, in the order of the tables', () => {
    const expected = FIELDS.filter(({ path, required }) => required && !path.includes('.')).map(({ path }) => path);
    expect(faults({}).map(({ field }) => field)).to.deep.equal(expected);
    const nested = FIELDS.filter(({ required }) => required).map(({ path }) => path);
    const errors = faults({ customer: {}, card: {}, billing_address: {} });
    expect(errors.map(({ field }) => field)).to.deep.equal(
      nested.filter((path) => !['customer', 'card', 'billing_address'].includes(path)),
    );
  });

  it('reports faults of all kinds together, in the order of the tables, whatever the order of the body', () => {
    const body = {
      site_name: 'x'.repeat(256),
      identifier: 7,
      ipn_url: 'ftp://x.example',
      billing_address: { country: 'us' },
      card: { ...cardRequest().card, expiry_month: 13, number: undefined, cvv: '12' },
      customer: { ...cardRequest().customer, email: 'no' },
      currency: 'usd',
      amount: -1,
      public_key: 'pk',
    };
    expect(faults(body).map(({ field, code }) => [field, code])).to.deep.equal([
      ['amount', 'too_small'],
      ['currency', 'unsupported_currency'],
      ['customer.email', 'invalid_format'],
      ['card.number', 'required'],
      ['card.expiry_month', 'out_of_range'],
      ['card.cvv', 'invalid_format'],
      ['billing_address.country', 'invalid_format'],
      ['device_fingerprint', 'required'],
      ['details', 'required'],
      ['identifier', 'invalid_type'],
      ['ipn_url', 'invalid_format'],
      ['success_url', 'required'],
      ['cancel_url', 'required'],
      ['site_name', 'too_long'],
    ]);
  });
});

describe('card request, what comes out', () => {
  it('is what went in, with the number without spaces', () => {
    const body = cardRequest();
    expect(parse(body)).to.deep.equal({ ...body, card: { ...body.card, number: '4242424242424242' } });
  });

  it('leaves the body as it was', () => {
    const body = cardRequest();
    parse(body);
    expect(body).to.deep.equal(cardRequest());
  });

  for (const [number, cvv, type] of [
    ['4242424242424242', '123', 'VISA'],
    ['5555 5555 5555 4444', '123', 'MASTERCARD'],
    ['2223 0031 2200 3222', '123', 'MASTERCARD'],
    ['3782 822463 10005', '1234', 'AMEX'],
  ] as const)
    it(`finds ${type} from ${number} when no type is sent`, () => {
      const { type: _, ...card } = { ...cardRequest().card, number, cvv };
      expect(parse({ ...cardRequest(), card }).card.type).to.equal(type);
    });

  it('drops unknown fields at every depth, and null ones', () => {
    const body = { ...cardRequest(), extra: 1, site_logo: null, card: { ...cardRequest().card, pin: '1234' } };
    const parsed = parse(body);
    expect(parsed).to.not.have.any.keys('extra', 'site_logo');
    expect(parsed.card).to.not.have.property('pin');
  });

  it('keeps texts byte for byte', () => {
    const identifier = '  Ordre-é-e\u0301 😀 ';
    expect(parse({ ...cardRequest(), identifier }).identifier).to.equal(identifier);
  });
});
