import { expect } from 'chai';
import { newUtr } from '../../../src/sandbox/orders/bank-reference.js';

describe('a UTR', () => {
  it('begins with the last digit of the year and the day of the year in India', () => {
    expect(newUtr(Date.UTC(2031, 0, 1, 0, 0, 0))).to.equal('100119800000');
    expect(newUtr(Date.UTC(2031, 11, 31, 18, 29, 59))).to.equal('136586399000');
    expect(newUtr(Date.UTC(2031, 11, 31, 18, 30, 0))).to.equal('200100000000');
  });

  it('is another one for each payment of the same millisecond', () => {
    const now = Date.UTC(2032, 5, 1);
    expect(new Set(Array.from({ length: 1000 }, () => newUtr(now))).size).to.equal(1000);
  });
});
