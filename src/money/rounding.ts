/** The quotient of two integers that are not negative, half-up: the one rounding rule of fees and of US dollars. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/**
 * A number again, exactly.
 * @throws {RangeError} when a double cannot hold the integer
 */
export function toSafeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('Amount is beyond safe integers');
  return Number(value);
}
