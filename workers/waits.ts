/** The wait number `index` of a list, in seconds; the last one repeats for ever. */
export const waitFrom = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? 60;
