import { expect } from 'chai';
import { readCardForm, readExpiry, type CardFaults } from '../../src/methods/card/read-card-form.js';

const context = { now: new Date('2026-11-21T12:00:00Z'), mode: 'test' as const };
const right = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvv: '123', holder: 'Ada Lovelace' };

const EXPIRIES: [typed: string, month: number, year: number][] = [
  ['12/34', 12, 2034],
  ['12 / 34', 12, 2034],
  ['1/34', 1, 2034],
  ['01/2034', 1, 2034],
  ['12-34', 12, 2034],
  ['1234', 12, 2034],
  ['122034', 12, 2034],
  ['134', 1, 2034],
  ['2034-12', 12, 2034],
  [' 12/34 ', 12, 2034],
  ['১২/৩৪', 12, 2034],
  ['१२/३४', 12, 2034],
];

const FAULTS: [what: string, changes: Partial<typeof right>, faults: CardFaults][] = [
  [
    'nothing at all',
    { number: '', expiry: '', cvv: '', holder: '' },
    { number: 'missing', expiry: 'missing', cvv: 'missing', holder: 'missing' },
  ],
  ['half a number', { number: '4242 42' }, { number: 'incomplete' }],
  ['a mistyped number', { number: '4242424242424243' }, { number: 'wrong' }],
  ['letters in the number', { number: '4242 4242 4242 424O' }, { number: 'wrong' }],
  ['a network that is not taken', { number: '6011000990139424' }, { number: 'network' }],
  ['a month that there is not', { expiry: '13/34' }, { expiry: 'form' }],
  ['an expiry that is no date', { expiry: 'soon' }, { expiry: 'form' }],
  ['a month that is over', { expiry: '10/26' }, { expiry: 'past' }],
  ['a year too far ahead', { expiry: '12/47' }, { expiry: 'far' }],
  ['four digits on the back', { cvv: '1234' }, { cvv: 'wrong' }],
  ['three digits for Amex', { number: '378282246310005' }, { cvv: 'wrongAmex' }],
  ['a card number as the name', { holder: '4242 4242 4242 4242' }, { holder: 'wrong' }],
  ['a card number in Devanagari as the name', { holder: '४२४२ ४२४२ ४२४२ ४२४२' }, { holder: 'wrong' }],
  ['a security code as the name', { holder: '123' }, { holder: 'wrong' }],
];

describe('the card form', () => {
  for (const [typed, month, year] of EXPIRIES)
    it(`reads "${typed}" as ${month}/${year}`, () => expect(readExpiry(typed)).to.deep.equal({ month, year }));

  for (const typed of ['', '0/34', '13/34', '1', '12/3', '12/345', 'ab/cd', '12/34/56'])
    it(`reads no expiry out of "${typed}"`, () => expect(readExpiry(typed)).to.equal(null));

  for (const number of ['4242 4242 4242 4242', '4242-4242-4242-4242', '4242424242424242', '৪২৪২৪২৪২৪২৪২৪২৪২'])
    it(`takes ${number}`, () => {
      expect(readCardForm({ ...right, number }, context).card).to.include({ number: '4242424242424242', type: 'VISA' });
    });

  it('takes names of every script', () => {
    for (const holder of ['আয়েশা সিদ্দিকা', 'Łukasz Żółć', "O'Neill-Smith", 'X Æ 12'])
      expect(readCardForm({ ...right, holder }, context).card).to.include({ holder });
  });

  for (const [what, changes, faults] of FAULTS)
    it(`knows ${what}`, () => expect(readCardForm({ ...right, ...changes }, context).faults).to.deep.equal(faults));
});
