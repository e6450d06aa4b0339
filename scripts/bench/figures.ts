/** The value that a share of all values does not exceed, such as 0.5 for the median. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long each of many calls takes, one after the other: milliseconds. */
export async function timeEach(count: number, call: (no: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let no = 0; no < count; no++) {
    const startedAt = performance.now();
    await call(no);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The same for two calls that take turns, so that whatever else the machine does slows both. */
export async function timeInTurn(
  count: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let no = 0; no < count; no++) {
    times[0].push(...(await timeEach(1, first)));
    times[1].push(...(await timeEach(1, second)));
  }
  return times;
}
