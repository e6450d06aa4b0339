import { expect } from 'chai';
import Joi from 'joi';
import { note } from '../../src/validation/note.js';

const stored = (text: string): unknown => Joi.attempt(text, note(255));

describe('a note about a payment', () => {
  const ROWS: [string, string][] = [
    ['paid with 4242424242424242 by phone', 'paid with 4242…42 by phone'],
    ['4242 4242 4242 4242, exp 12/30', '4242…42, exp 12/30'],
    ['378282246310005', '3782…05'],
    ['UTR 412345678905 seen', 'UTR 412345678905 seen'], // twelve digits that pass the check as well
    ['order 1234567890123', 'order 1234567890123'],
    ['of 5b1f1c2e-1111-5222-8333-424242424242', 'of 5b1f1c2e-1111-5222-8333-424242424242'],
  ];
  for (const [sent, kept] of ROWS) it(`${sent} is kept as ${kept}`, () => expect(stored(sent)).to.equal(kept));
});
