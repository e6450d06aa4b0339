import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'; // base32, RFC 4648
const LENGTH = 20; // the most that Nagad takes, letters and digits only
const BITS = 5; // of each letter

/** What stands for our key at Nagad, to whose orders it is too long: a hundred bits of its SHA-256. */
export function orderIdOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  const bits = [...digest].map((digit) => parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return Array.from({ length: LENGTH }, (_, at) =>
    ALPHABET.charAt(parseInt(bits.slice(at * BITS, (at + 1) * BITS), 2)),
  ).join('');
}
