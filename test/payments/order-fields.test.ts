import { expect } from 'chai';
import Joi from 'joi';
import { type RequestContext, validate } from '../../src/validation/validate.js';
import { amount, customer } from '../../src/payments/order-fields.js';
import { cardRequest, context, faultsOf } from '../methods/card-request.js';

const faultOf = (fields: Record<string, Joi.Schema>, body: object, more: Partial<RequestContext> = {}) =>
  faultsOf(() => validate(Joi.object(fields), body, { ...context, ...more }))[0];

describe('amount()', () => {
  type Bounds = RequestContext['bounds'];
  const check = (value: unknown, code: unknown, bounds?: Bounds) => {
    const fault = faultOf(
      { amount: amount().required(), currency: Joi.any() },
      { amount: value, currency: code },
      { bounds },
    );
    return fault && `${fault.code}: ${fault.message}`;
  };

  const CASES: [unknown, unknown, Bounds, string | undefined][] = [
    [100, 'USD', undefined, undefined],
    [0.01, 'USD', undefined, undefined],
    [999_999.99, 'USD', undefined, undefined],
    [999_999, 'JPY', undefined, undefined],
    [999_999.99, 'KWD', undefined, undefined],
    [1_000_000, 'USD', undefined, 'too_large: amount must be at most 999999.99 USD'],
    [1_000_000, 'JPY', undefined, 'too_large: amount must be at most 999999 JPY'],
    [999_999.991, 'KWD', undefined, 'too_large: amount must be at most 999999.990 KWD'],
    [1e21, 'USD', undefined, 'too_large: amount must be at most 999999.99 USD'],
    [-1e21, 'USD', undefined, 'too_small: amount must be greater than zero'],
    [1e14, 'USD', undefined, 'too_large: amount must be at most 999999.99 USD'],
    [Infinity, 'USD', undefined, 'too_large: amount must be at most 999999.99 USD'],
    [0, 'USD', undefined, 'too_small: amount must be greater than zero'],
    [-5, 'USD', undefined, 'too_small: amount must be greater than zero'],
    [1.234, 'USD', undefined, 'too_many_decimals: amount must have at most 2 decimals in USD'],
    [10.5, 'JPY', undefined, 'too_many_decimals: amount must have at most 0 decimals in JPY'],
    [1.2345, 'KWD', undefined, 'too_many_decimals: amount must have at most 3 decimals in KWD'],
    [1e-7, 'USD', undefined, 'too_many_decimals: amount must have at most 2 decimals in USD'],
    [99.99, 'INR', { min: 10_000 }, 'too_small: amount must be at least 100.00 INR'],
    [0, 'INR', { min: 10_000 }, 'too_small: amount must be at least 100.00 INR'],
    [-1, 'INR', { min: 10_000 }, 'too_small: amount must be at least 100.00 INR'],
    [100, 'INR', { min: 10_000 }, undefined],
    [100.01, 'INR', { max: 10_000 }, 'too_large: amount must be at most 100.00 INR'],
    [1_000_000, 'INR', { max: 999_999_999 }, 'too_large: amount must be at most 999999.99 INR'],
    [1, 'USD', { min: undefined, max: undefined }, undefined],
    [-1, 'usd', undefined, 'too_small: amount must be greater than zero'],
    [1.234, 'usd', undefined, undefined], // the currency's fault is enough
    [1.234, undefined, undefined, undefined],
    ['100', 'USD', undefined, 'invalid_type: amount must be a number'],
    [null, 'USD', undefined, 'required: amount is required'],
  ];
  for (const [value, code, bounds, expected] of CASES)
    it(`${JSON.stringify(value)} ${String(code)} within ${JSON.stringify(bounds)}: ${expected ?? 'fine'}`, () => {
      expect(check(value, code, bounds)).to.equal(expected);
    });
});

describe('customer()', () => {
  it('takes e-mail addresses that can be written to', () => {
    const fault = (email: string) =>
      faultOf({ field: customer() }, { field: { ...cardRequest().customer, email } })?.message;
    for (const email of ['a@b.co', 'first.last+tag@sub.example.museum', "o'brien@example.com"])
      expect(fault(email)).to.equal(undefined);
    for (const email of ['a', 'a@', '@b.co', 'a@b', 'a b@c.co', 'a@b..co', 'a@b.co, c@d.co', 'A <a@b.co>'])
      expect(fault(email)).to.equal('field.email must be a valid e-mail address');
    expect(fault(`${'a'.repeat(250)}@b.co`)).to.equal('field.email must not exceed 254 characters');
  });
});
