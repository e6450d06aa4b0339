/** The quotient of two non-negative integers, rounded half-up. The one rounding rule for fees and amounts in USD. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/**
 * A number again, exactly.
 * @throws {RangeError} when a double cannot hold the integer
 */
export function toSafeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('Amount is beyond safe integers');
  return Number(value);
}
