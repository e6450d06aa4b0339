import { expect } from 'chai';
import { readReturnToken, returnToken } from '../../src/payments/return-token.js';

describe('the token of a return', () => {
  const trx = '0189d1a0-0000-8000-8000-000000000000';

  for (const attempt of [1, 99, 100, 999_999])
    it(`names attempt ${attempt} of its payment`, () => {
      expect(readReturnToken(returnToken(trx, attempt))).to.deep.equal({ trx, attempt });
    });

  it('names no attempt but the one that it was made for', () => {
    const token = returnToken(trx, 100);
    expect(readReturnToken(token.replace('100-', '10-'))).to.equal(null);
  });
});
