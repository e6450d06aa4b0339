const AHEAD_MS = 6 * 3_600_000; // of UTC, all the year

/** A moment as Nagad writes it: yyyyMMddHHmmss by the clocks of Dhaka. */
export const dhakaTime = (at: Date): string =>
  new Date(at.getTime() + AHEAD_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
