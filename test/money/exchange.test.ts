import { expect } from 'chai';
import fc from 'fast-check';
import { convert, isRateText, toUsd } from '../../src/money/exchange.js';
import { divideHalfUp, divideUp, toSafeNumber } from '../../src/money/rounding.js';

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

  const CONVERT: [number, string, string, string, string, number][] = [
    [1000, 'USD', '1', 'INR', '88.7215', 88_722], // 887.215: up
    [1000, 'USD', '1', 'INR', '88.72', 88_720], // exact: stays
    [1000, 'USD', '1', 'JPY', '153.46', 1535], // 1534.6
    [1, 'JPY', '150', 'KWD', '0.3', 2], // 0.002
    [100, 'EUR', '0.8612', 'USD', '1', 117], // 1.16117...
    [100, 'EUR', '0.8612', 'BDT', '121.85', 14_149], // 141.4886...
    [99, 'EUR', '0.8612', 'EUR', '0.8612', 99],
  ];
  for (const [minor, from, fromRate, to, toRate, expected] of CONVERT)
    it(`${minor} minor units of ${from} are quoted as ${expected} of ${to}`, () => {
      expect(convert(minor, from, to, { from: rate(fromRate), to: rate(toRate) })).to.equal(expected);
    });

  it('divides as defined, for any integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b) => {
        const half = divideHalfUp(a, b);
        expect(2n * (half * b - a) <= b && 2n * (a - half * b) < b).to.equal(true);
        const up = divideUp(a, b);
        expect(up * b >= a && (up - 1n) * b < a).to.equal(true);
      }),
    );
  });

  it('refuses what a double cannot hold', () => {
    expect(toSafeNumber(BigInt(Number.MAX_SAFE_INTEGER))).to.equal(Number.MAX_SAFE_INTEGER);
    expect(() => toSafeNumber(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).to.throw(RangeError);
    expect(() => toUsd(999_999_999_999_999, 'INR', rate('0.00000001'))).to.throw(RangeError);
  });
});
