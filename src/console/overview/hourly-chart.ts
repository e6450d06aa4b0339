import { successRate, total, type PaymentFigures, type Tally } from './payment-figures.js';

// Units of the drawing, which scales with the page.
const WIDTH = 960;
const BARS = { top: 12, height: 120 };
const RATES = { top: 162, height: 44 };
const LEFT = 52; // for "100 %" in the larger letters of small screens
const GAP = 0.28;

/** From the bottom of a bar to its top. */
const LAYERS = ['success', 'pending', 'cancelled', 'failed'] as const;

interface Part {
  kind: keyof Tally;
  y: number;
  height: number;
}

/** The least round number that is no less: 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? power;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** One hour's bar, in layers from the bottom up; what is there at all is at least a line. */
function partsOf(tally: Tally, top: number): Part[] {
  let y = BARS.top + BARS.height;
  return LAYERS.filter((kind) => tally[kind] > 0).map((kind) => {
    const height = Math.max(1.5, (tally[kind] / top) * BARS.height);
    y -= height;
    return { kind, y: round(y), height: round(height) };
  });
}

/** Where everything of the chart goes: bars of payments by hour, and below them the success rate of those that ended. */
export function hourlyChart({ hours }: PaymentFigures) {
  const slot = (WIDTH - LEFT) / hours.length;
  const top = roundUp(Math.max(...hours.map(({ tally }) => total(tally))));
  const columns = hours.map(({ from, tally }, index) => {
    const rate = successRate(tally);
    return {
      label: from.toISOString().slice(11, 16),
      from,
      tally,
      total: total(tally),
      rate,
      x: round(LEFT + (index + GAP / 2) * slot),
      middle: round(LEFT + (index + 0.5) * slot),
      parts: partsOf(tally, top),
      rateY: rate === null ? null : round(RATES.top + RATES.height * (1 - rate / 100)),
    };
  });
  return {
    columns,
    barWidth: round(slot * (1 - GAP)),
    left: LEFT,
    width: WIDTH,
    height: RATES.top + RATES.height + 10,
    bars: BARS,
    rates: RATES,
    // Half a payment is no mark on a scale.
    marks: (top % 2 === 0 ? [0, top / 2, top] : [0, top]).map((value) => ({
      value,
      y: round(BARS.top + BARS.height * (1 - value / top)),
    })),
    line: columns.flatMap(({ middle, rateY }) => (rateY === null ? [] : [`${middle},${rateY}`])).join(' '),
  };
}
