import fc from 'fast-check';

const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];

/** Any character, as a unit of fc.string(). fast-check's own, 'binary', first makes a table of all, for a second. */
export const codePoint = fc
  .oneof(fc.nat(FIRST_SURROGATE - 1), fc.integer({ min: LAST_SURROGATE + 1, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
