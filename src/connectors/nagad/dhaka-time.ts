import { HOUR_MS } from '../../time.js';

const AHEAD_MS = 6 * HOUR_MS; // of UTC, all the year

/** A moment as Nagad writes it: yyyyMMddHHmmss by the clocks of Dhaka. */
export const dhakaTime = (at: Date): string =>
  new Date(at.getTime() + AHEAD_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
