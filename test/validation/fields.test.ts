import { expect } from 'chai';
import Joi from 'joi';
import { country, currency, mobile, url } from '../../src/validation/fields.js';
import { type RequestContext, validate } from '../../src/validation/validate.js';
import { context, faultsOf } from '../methods/card-request.js';

const faultOf = (fields: Record<string, Joi.Schema>, body: object, more: Partial<RequestContext> = {}) =>
  faultsOf(() => validate(Joi.object(fields), body, { ...context, ...more }))[0];

describe('url()', () => {
  const check = (value: string, mode: 'test' | 'live' = 'test') =>
    faultOf({ to: url() }, { to: value }, { mode })?.message;

  const GOOD = [
    'https://shop.example.com',
    'http://shop.example.com:8080/a/b?c=d&e=%20#f',
    'HTTPS://SHOP.EXAMPLE.COM/',
    'https://[2001:db8::1]/x',
    'https://shop.example.com/a@b?mail=c@d',
    'https://দোকান.example/পথ',
    `https://shop.example.com/${'x'.repeat(2048 - 25)}`,
  ];
  for (const value of GOOD)
    it(`takes ${value.slice(0, 60)}`, () => {
      expect(check(value)).to.equal(undefined);
    });

  const NOT_ABSOLUTE = [
    'shop.example.com',
    '/thanks',
    '//shop.example.com',
    'https:shop.example.com',
    'https:///x',
    'https://',
  ];
  const OTHER_SCHEME = ['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.example.com', 'mailto:a@b.example'];
  const REPAIRABLE = [
    'https:\\\\shop.example.com',
    'https://shop.example.com\\@evil.example',
    ' https://shop.example.com',
    'https://a b.example',
  ];
  const NO_HOST = ['https://:80/', 'https://shop.example.com:99999/', 'https://[::1/', 'https://%zz/', 'https://?x'];
  for (const value of [...NOT_ABSOLUTE, ...OTHER_SCHEME, ...REPAIRABLE, ...NO_HOST])
    it(`refuses ${value}`, () => {
      expect(check(value)).to.equal('to must be an absolute http or https URL');
    });

  for (const value of [
    'https://user@shop.example.com',
    'https://user:pass@shop.example.com',
    'https://@shop.example.com',
    'https://:@a.example/',
  ])
    it(`refuses the user info of ${value}`, () => {
      expect(check(value)).to.equal('to must not contain a user name or password');
    });

  it('is at most 2,048 characters long', () => {
    expect(check(`https://shop.example.com/${'x'.repeat(2048 - 24)}`)).to.equal('to must not exceed 2048 characters');
  });

  it('is https in live mode', () => {
    expect(check('http://shop.example.com', 'live')).to.equal('to must be an https URL in live mode');
    expect(check('https://shop.example.com', 'live')).to.equal(undefined);
  });
});

describe('other fields', () => {
  const check = (schema: Joi.Schema, value: unknown) => faultOf({ field: schema }, { field: value })?.message;

  it('currency() takes upper-case market currencies', () => {
    for (const code of ['USD', 'SEK', 'XCG']) expect(check(currency(), code)).to.equal(undefined);
    for (const code of ['usd', 'XAU', 'BGN', 'US', 'DOLLAR', 'USD '])
      expect(check(currency(), code)).to.equal('field must be the upper-case ISO 4217 code of a currency in use');
  });

  it('country() takes upper-case two-letter codes that exist', () => {
    for (const code of ['US', 'IN', 'BD', 'GB', 'XK']) expect(check(country(), code)).to.equal(undefined);
    for (const code of ['us', 'USA', '840', 'UK', 'EU', 'ZZ', 'X', 'constructor'])
      expect(check(country(), code)).to.equal('field must be an ISO 3166 two-letter code in upper case');
  });

  it('mobile() takes E.164', () => {
    for (const number of ['+14155550123', '+919876543210', '+8801712345678', '+123456789012345'])
      expect(check(mobile(), number)).to.equal(undefined);
    for (const number of [
      '14155550123',
      '0014155550123',
      '+0123456789',
      '+1 415 555 0123',
      '+1-415',
      '+1234567890123456',
      '+',
      '+١٢٣٤٥٦٧٨',
    ])
      expect(check(mobile(), number)).to.equal(
        'field must be a mobile number in international format with a leading +',
      );
  });
});
