import { expect } from 'chai';
import { exponentOf, isCurrency, LIST_DATE } from '../../src/money/currencies.js';

describe('currencies', () => {
  const EXPONENTS: Record<number, string[]> = {
    0: ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
    2: ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'INR', 'BDT', 'SEK', 'IDR', 'HUF', 'MGA', 'MRU', 'XCD', 'XCG', 'ZWG', 'SLE'],
    3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  };
  for (const [exponent, codes] of Object.entries(EXPONENTS))
    for (const code of codes)
      it(`${code} is a currency with ${exponent} decimals`, () => {
        expect(isCurrency(code)).to.equal(true);
        expect(exponentOf(code)).to.equal(Number(exponent));
      });

  const WITHDRAWN = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL', 'DEM'];
  const NO_MARKET = ['CLF', 'UYW', 'UYI', 'USN', 'CHE', 'COU', 'XAU', 'XXX', 'XTS', 'XDR', 'XSU', 'XUA'];
  const NO_CODE = [
    '',
    'usd',
    'Usd',
    ' USD',
    'US',
    'USDT',
    'BTC',
    'constructor',
    '__proto__',
    840,
    null,
    undefined,
    ['USD'],
  ];
  for (const code of [...WITHDRAWN, ...NO_MARKET, ...NO_CODE])
    it(`${JSON.stringify(code)} is no currency`, () => {
      expect(isCurrency(code)).to.equal(false);
      expect(() => exponentOf(String(code).repeat(2))).to.throw(RangeError);
    });

  it('amends the list that it was checked against', () => {
    expect(LIST_DATE, 'currency-codes has a newer list: look at AMENDMENTS again').to.equal('2024-06-25');
  });
});
