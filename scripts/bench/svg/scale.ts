/** From a value to a place in the drawing, with the marks that its axis shows. */
export interface Scale {
  at: (value: number) => number;
  marks: number[];
}

const MARKS = 5;

/** The least round number that is no less: 1, 2, 5, 10, 20, 50 … of any size. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * (1 - 1e-9)) ?? value;
}

/** From 0 to a round number that no value is beyond. */
export function linear(values: number[], from: number, to: number): Scale {
  const step = roundUp(Math.max(...values, Number.MIN_VALUE) / MARKS);
  const top = Math.ceil(Math.max(...values) / step) * step;
  return {
    at: (value) => from + (value / top) * (to - from),
    marks: Array.from({ length: Math.round(top / step) + 1 }, (_, mark) => mark * step),
  };
}

/** Powers of ten, from the one below all values to the one above. Values must be above 0. */
export function logarithmic(values: number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    marks: Array.from({ length: high - low + 1 }, (_, mark) => 10 ** (low + mark)),
  };
}
