import { percentile } from '../figures.js';

/** What is shown of several rounds. */
export interface Summary {
  median: number;
  least: number;
  most: number;
}

/** @param values at least one */
export const summarize = (values: number[]): Summary => ({
  median: percentile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** What was measured once, or counted. */
export const exactly = (value: number): Summary => ({ median: value, least: value, most: value });

/** "242 (198-290)"; without the range when there was one round. */
export function show({ median, least, most }: Summary, digits: number): string {
  const shown = median.toFixed(digits);
  return least === most ? shown : `${shown} (${least.toFixed(digits)}-${most.toFixed(digits)})`;
}
