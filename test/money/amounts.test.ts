import { expect } from 'chai';
import fc from 'fast-check';
import { formatAmount, toMajor, toMinor } from '../../src/money/amounts.js';
import { exponentOf } from '../../src/money/currencies.js';

const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'INR', 'BDT', 'EUR');
const minorUnits = fc.integer({ min: 1, max: 999_999_999_999_999 });

describe('amounts', () => {
  const TO_MINOR: [number, string, number | string][] = [
    [1, 'USD', 100],
    [0.01, 'USD', 1],
    [4.35, 'USD', 435], // 4.35 * 100 is 434.99999999999994
    [1.1, 'USD', 110],
    [8.2, 'INR', 820],
    [1e2, 'USD', 10_000],
    [999_999.99, 'USD', 99_999_999],
    [5000, 'JPY', 5000],
    [1.005, 'KWD', 1005],
    [0.001, 'KWD', 1],
    [9_999_999_999_999.99, 'USD', 999_999_999_999_999],
    [1.005, 'USD', 'too_many_decimals'],
    [1.234, 'USD', 'too_many_decimals'],
    [10.5, 'JPY', 'too_many_decimals'],
    [0.0001, 'KWD', 'too_many_decimals'],
    [1e-7, 'USD', 'too_many_decimals'],
    [Number.MIN_VALUE, 'USD', 'too_many_decimals'],
    [0.1 + 0.2, 'USD', 'too_many_decimals'],
    [0, 'USD', 'not_positive'],
    [-0, 'USD', 'not_positive'],
    [-1, 'USD', 'not_positive'],
    [-1e-7, 'USD', 'not_positive'],
    [Number.NaN, 'USD', 'not_positive'],
    [-Infinity, 'USD', 'not_positive'],
    [Infinity, 'USD', 'unsafe'],
    [1e21, 'USD', 'unsafe'],
    [1.5e300, 'JPY', 'unsafe'],
    [10_000_000_000_000, 'USD', 'unsafe'],
    [Number.MAX_SAFE_INTEGER, 'JPY', 'unsafe'],
  ];
  for (const [amount, currency, expected] of TO_MINOR)
    it(`${amount} ${currency} is ${expected}`, () => {
      expect(toMinor(amount, currency)).to.equal(expected);
    });

  const FORMATTED: [number, string, string][] = [
    [10_000, 'INR', '100.00 INR'],
    [1, 'USD', '0.01 USD'],
    [0, 'USD', '0.00 USD'],
    [99_999_999, 'USD', '999999.99 USD'],
    [5000, 'JPY', '5000 JPY'],
    [1, 'KWD', '0.001 KWD'],
    [12_345, 'KWD', '12.345 KWD'],
  ];
  for (const [minor, currency, expected] of FORMATTED)
    it(`${minor} minor units read ${expected}`, () => {
      expect(formatAmount(minor, currency)).to.equal(expected);
    });

  it('refuses an unknown currency', () => {
    expect(() => toMinor(1, 'XXX')).to.throw(RangeError);
    expect(() => toMajor(1, 'XXX')).to.throw(RangeError);
    expect(() => formatAmount(1, 'XXX')).to.throw(RangeError);
  });

  it('comes back from major units, and through JSON, as it went', () => {
    fc.assert(
      fc.property(minorUnits, currencies, (minor, currency) => {
        const sent = JSON.parse(JSON.stringify({ amount: toMajor(minor, currency) })) as { amount: number };
        expect(toMinor(sent.amount, currency)).to.equal(minor);
      }),
    );
  });

  it('reads every decimal text of at most fifteen digits exactly', () => {
    fc.assert(
      fc.property(minorUnits, currencies, (minor, currency) => {
        const [text = ''] = formatAmount(minor, currency).split(' ');
        expect(toMinor(Number(text), currency)).to.equal(minor);
      }),
    );
  });

  it('refuses whatever has one decimal too many', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 1, max: 9 }),
        currencies,
        (whole, last, currency) => {
          const text = `${whole}.${'0'.repeat(exponentOf(currency))}${last}`;
          expect(toMinor(Number(text), currency)).to.equal('too_many_decimals');
        },
      ),
    );
  });

  it('adds up without drift: the sum of the parts is the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 50 }), (parts) => {
        const sum = parts
          .map((part) => toMinor(toMajor(part, 'USD'), 'USD'))
          .reduce<number>((total, part) => total + Number(part), 0);
        expect(sum).to.equal(parts.reduce((total, part) => total + part, 0));
      }),
    );
  });
});
