import { randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../time.js';

const IST = 330 * MINUTE_MS; // ms by which India is ahead of UTC, all year
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUV'; // 32, so that a random byte gives each alike

let lastUtr = 0;

/**
 * The bank's number of a UPI payment (RRN, UTR, "UPI Ref No"): twelve digits, of which the first is the year's last and
 * the next three are the day of the year in India. The rest is the millisecond of the day, one later when it is taken.
 */
export function newUtr(now: number): string {
  lastUtr = Math.max(now, lastUtr + 1);
  const there = new Date(lastUtr + IST);
  const year = there.getUTCFullYear();
  const sinceNewYear = there.getTime() - Date.UTC(year, 0, 1);
  const dayOfYear = String(Math.floor(sinceNewYear / DAY_MS) + 1).padStart(3, '0');
  return `${year % 10}${dayOfYear}${String(sinceNewYear % DAY_MS).padStart(8, '0')}`;
}

/** A wallet's transaction id: bKash prints ten capitals and digits, Nagad eight. */
export function newWalletReference(wallet: 'BKASH' | 'NAGAD'): string {
  const bytes = randomBytes(wallet === 'BKASH' ? 10 : 8);
  return [...bytes].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
