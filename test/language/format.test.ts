import { expect } from 'chai';
import {
  inDigitsOf,
  withoutTurns,
  writeAmount,
  writeCountry,
  writeNumber,
  writeTime,
} from '../../src/language/format.js';

const AMOUNTS: [minor: number, currency: string, english: string, bengali: string][] = [
  [124950, 'EUR', '€1,249.50', '€১,২৪৯.৫০'],
  [4990, 'USD', 'US$49.90', 'US$৪৯.৯০'],
  [12495000, 'INR', '₹1,24,950.00', '₹১,২৪,৯৫০.০০'],
  [50000, 'BDT', '৳500.00', '৳৫০০.০০'],
  [12495000, 'BDT', '৳1,24,950.00', '৳১,২৪,৯৫০.০০'],
  [5000, 'JPY', 'JP¥5,000', 'JP¥৫,০০০'],
  [1234, 'KWD', 'KWD\u00a01.234', 'KWD\u00a0১.২৩৪'],
  [1, 'CAD', 'CA$0.01', 'CA$০.০১'],
  [999999999, 'GBP', '£9,999,999.99', '£৯৯,৯৯,৯৯৯.৯৯'],
];

describe('amounts as customers write them', () => {
  for (const [minor, currency, english, bengali] of AMOUNTS)
    it(`writes ${minor} minor units of ${currency} as ${english} and ${bengali}`, () => {
      expect(writeAmount(minor, currency, 'en')).to.equal(english);
      expect(writeAmount(minor, currency, 'bn')).to.equal(bengali);
    });

  it('lets no text turn the direction of what stands after it', () => {
    expect(withoutTurns('Blue Tea Shop')).to.equal('Blue Tea Shop');
    expect(withoutTurns('Blue\u2069\u202e Tea\u2066')).to.equal('Blue Tea');
  });

  it('writes numbers and times in the digits of the language', () => {
    expect(writeNumber(2, 'bn')).to.equal('২');
    const at = new Date('2026-11-21T13:05:00Z');
    expect(writeTime(at, 'en')).to.equal('21 November 2026 at 13:05 UTC');
    expect(writeTime(at, 'bn')).to.match(/^২১ নভেম্বর, ২০২৬.* ১৩:০৫ UTC$/);
  });

  it('writes countries by name, and digits that were typed in those of the page', () => {
    expect(writeCountry('DE', 'en')).to.equal('Germany');
    expect(writeCountry('DE', 'bn')).to.equal('জার্মানি');
    expect(inDigitsOf('bn', '12 / ৩4')).to.equal('১২ / ৩৪');
    expect(inDigitsOf('en', '12 / ৩4')).to.equal('12 / 34');
  });
});
