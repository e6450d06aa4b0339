import { expect } from 'chai';
import { isKeyedHash, keyedHash, openText, sealText } from '../../src/crypto/keyed.js';
import { withAny } from '../../src/crypto/with-any.js';

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

describe('a sealed text', () => {
  it('does not open with a part of its authentication tag, which is guessed sooner than the whole', () => {
    const [version, iv, tag = '', text] = sealText('a secret', 'its place').split('.');
    const withTag = (bytes: number) =>
      [version, iv, Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url'), text].join('.');
    expect(openText(withTag(16), 'its place')).to.equal('a secret');
    for (const bytes of [15, 12, 8, 4, 1])
      expect(() => openText(withTag(bytes), 'its place'), `${bytes} bytes`).to.throw();
  });
});

describe('something that one of several keys opens', () => {
  const opening = (fits: number[]) =>
    withAny([1, 2, 3], (key) => {
      if (!fits.includes(key)) throw new Error(`not with ${key}`);
      return key;
    });

  it('is opened with the first that fits', () => {
    expect([[1, 2, 3], [2, 3], [3]].map(opening)).to.deep.equal([1, 2, 3]);
  });

  it('fails, when none fits, as it did with the first, which is the current one', () => {
    expect(() => opening([])).to.throw('not with 1');
  });
});
