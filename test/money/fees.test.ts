import { expect } from 'chai';
import fc from 'fast-check';
import type { FeeRule } from '../../src/vocabulary.js';
import { amountsFor, feeFor, isSwallowedByFee } from '../../src/money/fees.js';

const percent = (basisPoints: number, more: Partial<FeeRule> = {}): FeeRule => ({ basisPoints, fixed: 0, ...more });
const sale = (gross: number, currency = 'USD') => ({ method: 'card', currency, gross }) as const;
const rate = (value: string) => ({ value, source: 'test', at: new Date(0) });

describe('fees', () => {
  const USD = { currency: 'USD' };
  const CHARGES: [string, FeeRule, number, number][] = [
    ['2.9 % + 0.30', percent(290, { ...USD, fixed: 30 }), 10_000, 320],
    ['half a cent up', percent(250, USD), 20, 1],
    ['less than half a cent down', percent(249, USD), 20, 0],
    ['the fixed part alone', percent(0, { ...USD, fixed: 25 }), 10_000, 25],
    ['at least the minimum', percent(100, { ...USD, minimum: 50 }), 1000, 50],
    ['at most the maximum', percent(1000, { ...USD, maximum: 500 }), 100_000, 500],
    ['the maximum over the minimum', percent(100, { ...USD, minimum: 80, maximum: 60 }), 10_000, 60],
    ['never more than the gross', percent(0, { ...USD, fixed: 500 }), 100, 100],
    ['only the percent without a currency', percent(100, { fixed: 30, minimum: 1000 }), 10_000, 100],
    ['exact beyond doubles', percent(9999, USD), 999_999_999_999_999, 999_900_000_000_000 - 1],
  ];
  for (const [name, rule, gross, charge] of CHARGES)
    it(`charges ${name}`, () => {
      expect(feeFor([rule], sale(gross))).to.deep.equal({ charge, rule });
    });

  const everywhere = percent(100);
  const card = percent(200, { method: 'card' });
  const usd = percent(300, { currency: 'USD' });
  const cardUsd = percent(400, { method: 'card', currency: 'USD' });
  const PRECEDENCE: [string, FeeRule[], FeeRule | undefined][] = [
    ['nothing without rules', [], undefined],
    ['nothing when no rule fits', [percent(1, { currency: 'EUR' }), percent(2, { method: 'upi' })], undefined],
    ['the general one alone', [everywhere], everywhere],
    ['method over general', [everywhere, card], card],
    ['currency over method', [card, usd, everywhere], usd],
    ['both over currency', [everywhere, usd, cardUsd, card], cardUsd],
    ['the first of two equals', [usd, percent(999, { currency: 'USD' })], usd],
    ['what fits over what is more specific', [percent(5, { method: 'card', currency: 'EUR' }), everywhere], everywhere],
  ];
  for (const [name, rules, expected] of PRECEDENCE)
    it(`takes ${name}`, () => {
      expect(feeFor(rules, sale(10_000)).rule).to.equal(expected);
      expect(feeFor([...rules], sale(10_000)).charge).to.equal(expected?.basisPoints ?? 0);
    });

  it('gives gross, charge and net in the currency and in USD', () => {
    const rules = [percent(290, { currency: 'INR', fixed: 300 })];
    expect(
      amountsFor({ ...sale(49_900, 'INR'), ...feeFor(rules, sale(49_900, 'INR')) }, rate('83.4512')),
    ).to.deep.equal({
      currency: 'INR',
      gross: 49_900,
      charge: 1747, // 1447.1 + 300
      grossUsd: 598,
      chargeUsd: 21,
    });
  });

  for (const [gross, charge, swallowed] of [
    [100, 99, false],
    [100, 100, true],
    [1, 0, false],
    [100, 101, true],
  ] as const)
    it(`a charge of ${charge} ${swallowed ? 'swallows' : 'leaves something of'} ${gross}`, () => {
      expect(isSwallowedByFee({ gross, charge })).to.equal(swallowed);
    });

  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const anyRule = (currency: string) =>
    fc.record(
      {
        currency: fc.constant(currency),
        basisPoints: fc.integer({ min: 0, max: 10_000 }),
        fixed: amount,
        minimum: amount,
        maximum: amount,
      },
      { requiredKeys: ['currency', 'basisPoints', 'fixed'] },
    );
  const anySale = fc.constantFrom('USD', 'JPY', 'KWD', 'INR').chain((currency) =>
    fc.record({
      method: fc.constant('card' as const),
      currency: fc.constant(currency),
      gross: fc.integer({ min: 1, max: 9_999_999_999 }),
      rules: fc.array(anyRule(currency), { maxLength: 3 }),
      rate: fc.integer({ min: 1, max: 999_999_999_999 }).map((scaled) => {
        const digits = String(scaled).padStart(9, '0');
        return rate(`${digits.slice(0, -8)}.${digits.slice(-8)}`);
      }),
    }),
  );

  it('adds up in both currencies, whatever the gross, the rules and the rate', () => {
    fc.assert(
      fc.property(anySale, (any) => {
        let amounts;
        try {
          amounts = amountsFor({ ...any, ...feeFor(any.rules, any) }, any.rate);
        } catch (error) {
          expect(error).to.be.instanceOf(RangeError); // more US cents than a double holds: refused, never wrong
          return;
        }
        for (const value of [amounts.gross, amounts.charge, amounts.grossUsd, amounts.chargeUsd])
          expect(Number.isSafeInteger(value) && value >= 0).to.equal(true);
        expect(amounts.charge).to.be.at.most(amounts.gross);
        expect(amounts.chargeUsd).to.be.at.most(amounts.grossUsd);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps to the maximum, to the minimum where it can, and to half a unit of the percentage', () => {
    fc.assert(
      fc.property(anySale, (any) => {
        const { charge, rule } = feeFor(any.rules, any);
        if (!rule) return;
        const exact = (any.gross * rule.basisPoints) / 10_000 + rule.fixed;
        const ceiling = Math.min(rule.maximum ?? Infinity, any.gross);
        expect(charge).to.be.at.most(ceiling);
        expect(charge).to.be.at.least(Math.min(rule.minimum ?? 0, ceiling));
        if (charge !== rule.minimum && charge !== ceiling) expect(Math.abs(charge - exact)).to.be.at.most(0.5 + 1e-3);
      }),
      { numRuns: 1000 },
    );
  });
});
