import { expect } from 'chai';
import fc from 'fast-check';
import { isExpired, isTooFarAhead } from '../../src/methods/card/expiry.js';
import { passesLuhn } from '../../src/validation/luhn.js';
import { networkOf, securityCodeLength } from '../../src/methods/card/networks.js';

describe('Luhn', () => {
  // Published test numbers of Visa, Mastercard, American Express and ISO/IEC 7812's own example.
  const GOOD = ['4111111111111111', '4012888888881881', '4222222222222', '5105105105105100', '2223003122003222'];
  const ALSO_GOOD = ['378282246310005', '371449635398431', '79927398713', '0000000000000000', '4242424242424242'];
  for (const number of [...GOOD, ...ALSO_GOOD])
    it(`takes ${number}`, () => {
      expect(passesLuhn(number)).to.equal(true);
    });

  for (const number of ['', '4111111111111112', '79927398710', '4242424242424241', '378282246310006', '1'])
    it(`refuses "${number}"`, () => {
      expect(passesLuhn(number)).to.equal(false);
    });

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GOOD), fc.nat(12), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
        const wrong = (Number(number[place]) + shift) % 10;
        expect(passesLuhn(number.slice(0, place) + String(wrong) + number.slice(place + 1))).to.equal(false);
      }),
    );
  });
});

describe('card networks', () => {
  const PREFIXES: [string, string | undefined][] = [
    ['4', 'VISA'],
    ['4999', 'VISA'],
    ['50', undefined],
    ['51', 'MASTERCARD'],
    ['55', 'MASTERCARD'],
    ['56', undefined],
    ['2220', undefined],
    ['2221', 'MASTERCARD'],
    ['2300', 'MASTERCARD'],
    ['2720', 'MASTERCARD'],
    ['2721', undefined],
    ['33', undefined],
    ['34', 'AMEX'],
    ['35', undefined],
    ['36', undefined],
    ['37', 'AMEX'],
    ['38', undefined],
    ['6011', undefined],
    ['62', undefined],
    ['0', undefined],
  ];
  for (const [prefix, network] of PREFIXES)
    for (const length of [12, 15, 16, 19])
      it(`${prefix}… of ${length} digits is ${network ?? 'none of ours'}`, () => {
        expect(networkOf(prefix.padEnd(length, '0'))).to.equal(network);
      });

  it('knows nothing from too few digits', () => {
    for (const digits of ['', '2', '222', '3', '5']) expect(networkOf(digits)).to.equal(undefined);
  });

  it('asks for four digits of AMEX only', () => {
    expect([securityCodeLength('VISA'), securityCodeLength('MASTERCARD'), securityCodeLength('AMEX')]).to.deep.equal([
      3, 3, 4,
    ]);
  });
});

describe('card expiry', () => {
  const EDGES: [number, number, string, boolean][] = [
    [11, 2026, '2026-11-30T23:59:59.999Z', false],
    [11, 2026, '2026-12-01T11:59:59.999Z', false], // still the 30th at UTC-12
    [11, 2026, '2026-12-01T12:00:00.000Z', true],
    [12, 2026, '2027-01-01T11:59:59.999Z', false],
    [12, 2026, '2027-01-01T12:00:00.000Z', true],
    [1, 2027, '2027-01-01T12:00:00.000Z', false],
    [2, 2028, '2028-02-29T23:00:00.000Z', false],
    [2, 2028, '2028-03-01T12:00:00.000Z', true],
    [10, 2026, '2026-11-21T00:00:00.000Z', true],
    [12, 2025, '2026-11-21T00:00:00.000Z', true],
    [1, 2046, '2026-11-21T00:00:00.000Z', false],
  ];
  for (const [month, year, now, expired] of EDGES)
    it(`${month}/${year} is ${expired ? 'over' : 'good'} at ${now}`, () => {
      expect(isExpired(month, year, new Date(now))).to.equal(expired);
    });

  it('takes twenty years ahead and no more', () => {
    const now = new Date('2026-12-31T23:59:59.999Z');
    expect(isTooFarAhead(2046, now)).to.equal(false);
    expect(isTooFarAhead(2047, now)).to.equal(true);
  });
});
