/** 1 for a byte that is zero, else 0. */
const isZero = (byte: number): number => ((byte - 1) >> 31) & 1;

const SHORTEST = 8; // bytes of padding at least
const HEAD = 2; // bytes before it

/**
 * What stands in a block behind its padding of PKCS #1 v1.5 (RFC 8017, 7.2.2): 00 02, eight bytes or more that are not
 * zero, 00, the message. Every byte is looked at whatever the others are, as far as JavaScript lets one say so: how long it
 * takes tells nobody what is wrong.
 * @returns null for any other form
 */
export function unpadded(block: Buffer): Buffer | null {
  let wrong = 0;
  let isFound = 0;
  let end = 0;
  for (const [at, byte] of block.entries()) {
    if (at < HEAD) {
      wrong |= byte ^ (at === 0 ? 0 : 2);
      continue;
    }
    end |= -(isZero(byte) & (isFound ^ 1)) & at; // the first zero, and no other
    isFound |= isZero(byte);
  }
  const isShort = ((end - HEAD - SHORTEST) >> 31) & 1;
  return (wrong | (isFound ^ 1) | isShort) === 0 ? block.subarray(end + 1) : null;
}
