import { expect } from 'chai';
import { formatAmount } from '../../src/sandbox/format-amount.js';

describe('an amount on the pages of the sandbox', () => {
  const shown = (amount: number, currency: string) => formatAmount(amount, currency, 'en').replaceAll('\u00a0', ' ');

  it('has the decimals of its currency, and the code instead of a sign', () => {
    expect(shown(4990, 'EUR')).to.equal('EUR 49.90');
    expect(shown(124_950_00, 'USD')).to.equal('USD 124,950.00');
    expect(shown(500, 'JPY')).to.equal('JPY 500');
    expect(shown(1_250, 'KWD')).to.equal('KWD 1.250');
  });

  it('has the digits of its language', () => {
    expect(formatAmount(4990, 'EUR', 'bn'))
      .to.contain('৪৯.৯০')
      .and.contain('EUR');
  });

  it('is right to the last unit of the largest amount', () => {
    expect(shown(99_999_999, 'EUR')).to.equal('EUR 999,999.99');
  });
});
