import { expect } from 'chai';
import { isKeyedHash, keyedHash } from '../../src/crypto/keyed.js';

describe('a keyed hash', () => {
  const hash = keyedHash('checkout-form', 'a value');

  const cases: [what: string, given: string, isRight: boolean][] = [
    ['itself', hash, true],
    ['another hash', keyedHash('checkout-form', 'another value'), false],
    ['the hash of another purpose', keyedHash('session', 'a value'), false],
    ['a shorter text', hash.slice(1), false],
    ['a text of as many characters that are more bytes', 'é'.repeat(hash.length), false],
    ['nothing', '', false],
  ];
  for (const [what, given, isRight] of cases)
    it(`is ${isRight ? '' : 'not '}recognised in ${what}`, () => {
      expect(isKeyedHash(given, 'checkout-form', 'a value')).to.equal(isRight);
    });
});
