import { expect } from 'chai';
import { readForm, shownAgain } from '../../src/http/form-values.js';

describe('what a form of the hosted page sends', () => {
  const SHOWN: [value: string | undefined, shown: string][] = [
    ['Ada Lovelace', 'Ada Lovelace'],
    ['12 / 34', '12 / 34'],
    ['12345678901', '12345678901'],
    [undefined, ''],
    ['123456789012', ''], // the shortest card number
    ['1234 5678 9012', ''],
    ['Ada 4242-4242-4242-4242', ''],
    ['৪২৪২ ৪২৪২ ৪২৪২', ''],
    ['४२४२४२४२४२४२४२४२', ''],
  ];
  for (const [value, shown] of SHOWN)
    it(`shows ${shown === '' ? 'nothing' : 'it'} again for ${String(value)}`, () => {
      expect(shownAgain(value)).to.equal(shown);
    });

  it('is one text a field: what came twice or as anything else is empty', () => {
    expect(readForm({ holder: ' Ada ', number: ['1', '2'], cvv: { $ne: '' } })).to.deep.equal({
      holder: 'Ada',
      number: '',
      cvv: '',
    });
    expect(readForm(undefined)).to.deep.equal({});
  });
});
