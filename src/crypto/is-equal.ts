import { timingSafeEqual } from 'node:crypto';

/** In constant time. Compares bytes: a text of the same length in characters may have more of them. */
export function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
