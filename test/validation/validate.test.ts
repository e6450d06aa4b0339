import { expect } from 'chai';
import Joi from 'joi';
import { ApiError } from '../../src/errors.js';
import { text } from '../../src/validation/fields.js';
import { validate } from '../../src/validation/validate.js';
import { context, faultsOf } from '../methods/card-request.js';

interface Body {
  name: string;
  inner?: { count?: number; label: string };
}

const schema: Joi.ObjectSchema<Body> = Joi.object({
  name: text(5).required(),
  inner: Joi.object({ count: Joi.number(), label: text(5).required() }),
});
const parse = (body: unknown) => validate(schema, body, context);

describe('validate', () => {
  for (const body of [undefined, null, 'text', 7, true, [], [{ name: 'x' }]])
    it(`takes ${JSON.stringify(body)} for no JSON object`, () => {
      expect(() => parse(body))
        .to.throw(ApiError)
        .with.property('code', 'invalid_json');
    });

  it('gives a copy with the known fields only', () => {
    const body = { name: 'x', other: 1, inner: { label: 'y', other: { deep: 1 } } };
    const parsed = parse(body);
    expect(parsed).to.deep.equal({ name: 'x', inner: { label: 'y' } });
    expect(parsed).to.not.equal(body);
  });

  it('takes null for absent at every depth', () => {
    expect(parse({ name: 'x', inner: null })).to.deep.equal({ name: 'x' });
    expect(parse({ name: 'x', inner: { count: null, label: 'y' } })).to.deep.equal({
      name: 'x',
      inner: { label: 'y' },
    });
    expect(faultsOf(() => parse({ name: null, inner: { label: null } })).map(({ message }) => message)).to.deep.equal([
      'name is required',
      'inner.label is required',
    ]);
  });

  it('answers 400 with all faults, and one for each field', () => {
    try {
      parse({ name: 'too long\u0000', inner: { count: 'x' } });
      expect.fail('it must throw');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.status).to.equal(400);
      expect(error.extra.errors).to.deep.equal([
        {
          field: 'name',
          code: 'invalid_characters',
          message: 'name must not contain control characters or broken characters',
        },
        { field: 'inner.count', code: 'invalid_type', message: 'inner.count must be a number' },
        { field: 'inner.label', code: 'required', message: 'inner.label is required' },
      ]);
    }
  });

  const HOSTILE = [
    '{"name":"x","__proto__":{"polluted":true,"inner":{"label":"y"}}}',
    '{"name":"x","constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2}',
    '{"name":"x","inner":{"label":"y","__proto__":{"polluted":true}}}',
  ];
  for (const json of HOSTILE)
    it(`is not harmed by ${json}`, () => {
      const parsed = parse(JSON.parse(json));
      expect(Object.keys(parsed).every((key) => key === 'name' || key === 'inner')).to.equal(true);
      expect(Object.getPrototypeOf(parsed)).to.equal(Object.prototype);
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
      expect(JSON.stringify(parsed)).to.not.include('polluted');
    });

  it('does not find required fields in __proto__', () => {
    expect(faultsOf(() => parse(JSON.parse('{"__proto__":{"name":"x"}}'))).map(({ field }) => field)).to.deep.equal([
      'name',
    ]);
  });

  for (const name of [{ $gt: '' }, { $ne: null }, ['x'], { toString: 'x' }, 1, true])
    it(`takes no ${JSON.stringify(name)} for a text`, () => {
      expect(faultsOf(() => parse({ name }))).to.deep.equal([
        { field: 'name', code: 'invalid_type', message: 'name must be a string' },
      ]);
    });

  it('says nothing about the value of a rule that it has no sentence for', () => {
    const odd: Joi.ObjectSchema<{ at: string }> = Joi.object({ at: Joi.string().isoDate() });
    expect(faultsOf(() => validate(odd, { at: 'secret' }, context))).to.deep.equal([
      { field: 'at', code: 'invalid_format', message: 'at is not valid' },
    ]);
  });
});
