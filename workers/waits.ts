/** The wait at `index` of a list, in seconds. The last one repeats for ever. */
export const waitFrom = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? 60;

/** How often news of a gateway that only tells is waited for before a key is closed whose money that would take back. */
export const PATIENCE = 3;
