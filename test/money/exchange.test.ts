import { expect } from 'chai';
import fc from 'fast-check';
import { isRateText, toUsd } from '../../src/money/exchange.js';
import { divideHalfUp, toSafeNumber } from '../../src/money/rounding.js';

const rate = (value: string) => ({ value, source: 'test', at: new Date(0) });

describe('exchange', () => {
  for (const value of ['1', '0.5', '83.4512', '0.00000001', '9999999999.99999999', '01.5', '1.50000000'])
    it(`${value} is a rate`, () => {
      expect(isRateText(value)).to.equal(true);
    });

  for (const value of [
    '',
    '0',
    '0.00000000',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '1.123456789',
    '12345678901',
    ' 1',
    '1,5',
    '١',
  ])
    it(`"${value}" is no rate`, () => {
      expect(isRateText(value)).to.equal(false);
      expect(() => toUsd(1, 'INR', rate(value))).to.throw(RangeError);
    });

  const TO_USD: [number, string, string, number][] = [
    [10_000, 'USD', '1', 10_000],
    [10_000, 'INR', '83.4512', 120], // 1.19830...
    [5000, 'JPY', '150', 3333], // 33.33...
    [1000, 'KWD', '0.30715', 326], // 3.2557...
    [1, 'INR', '2', 1], // half a cent is a cent
    [1, 'INR', '2.00000001', 0],
    [1, 'INR', '83.4512', 0],
    [0, 'EUR', '0.86', 0],
  ];
  for (const [minor, currency, value, cents] of TO_USD)
    it(`${minor} minor units of ${currency} at ${value} are ${cents} US cents`, () => {
      expect(toUsd(minor, currency, rate(value))).to.equal(cents);
    });

  it('divides as defined, for any integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b) => {
        const half = divideHalfUp(a, b);
        expect(2n * (half * b - a) <= b && 2n * (a - half * b) < b).to.equal(true);
      }),
    );
  });

  it('refuses what a double cannot hold', () => {
    expect(toSafeNumber(BigInt(Number.MAX_SAFE_INTEGER))).to.equal(Number.MAX_SAFE_INTEGER);
    expect(() => toSafeNumber(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).to.throw(RangeError);
    expect(() => toUsd(999_999_999_999_999, 'INR', rate('0.00000001'))).to.throw(RangeError);
  });
});
