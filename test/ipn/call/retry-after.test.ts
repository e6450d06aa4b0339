import { expect } from 'chai';
import { parseRetryAfter } from '../../../src/ipn/call/retry-after.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('the Retry-After header', () => {
  const table: [string | undefined, number | null][] = [
    [undefined, null],
    ['', null],
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['99999999999999999999', 1e20],
    ['soon', null],
    ['2026-11-21T12:05:00Z', null],
    ['Sat, 21 Nov 2026 12:05:00 GMT', 300],
    ['Saturday, 21-Nov-26 12:05:00 GMT', 300],
    ['Sat Nov 21 12:05:00 2026', 300],
    ['Sun Nov  1 12:05:00 2026', 0],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 99 Nov 2026 11:00:00 GMT', null],
  ];
  for (const [value, expected] of table)
    it(`${JSON.stringify(value)} is ${expected === null ? 'ignored' : `${expected} s`}`, () => {
      expect(parseRetryAfter(value, now)).to.equal(expected);
    });
});
