import { LANES } from '../lanes/lane.js';
import { KNEE_P99 } from '../measures/knee.js';
import type { Results } from '../measures/results.js';
import { barChart } from '../svg/bars.js';
import { lineChart } from '../svg/line-chart.js';
import { summarize } from './summary.js';

function throughput({ saturation }: Results): string {
  return barChart({
    title: 'Card payments a second, each with its notification',
    unit: 'payments a second, one bar for each round',
    digits: 0,
    bars: LANES.flatMap((lane) =>
      saturation[lane].map(({ perSecond }, round) => ({ name: `${lane} ${round + 1}`, parts: { [lane]: perSecond } })),
    ),
  });
}

function processorTime({ saturation }: Results): string {
  return barChart({
    title: 'Processor time of one card payment with its notification',
    unit: 'CPU ms a payment at saturation, medians of the rounds',
    digits: 1,
    bars: LANES.map((lane) => {
      const parts = [...new Set(saturation[lane].flatMap(({ cpu }) => Object.keys(cpu)))];
      const median = (part: string) => summarize(saturation[lane].map(({ cpu }) => cpu[part] ?? 0)).median;
      return { name: lane, parts: Object.fromEntries(parts.map((part) => [part, median(part)])) };
    }),
  });
}

function latency({ steps }: Results): string {
  const series = LANES.flatMap((lane, color) =>
    (['p99', 'p50'] as const).map((share) => ({
      name: lane,
      color,
      isDashed: share === 'p99',
      points: steps[lane].map((step) => ({ x: step.perSecond, y: step[share] })),
    })),
  );
  return lineChart({
    title: 'Latency of a card payment over load: p50 (whole line), p99 (dashed)',
    x: { label: 'payments that begin in a second' },
    y: { label: 'ms from the intended start to the answer', isLogarithmic: true },
    series,
    limit: { y: KNEE_P99, label: `the knee: p99 of ${KNEE_P99} ms` },
  });
}

/** The pictures of docs/performance.md by their names. */
export const plotsOf = (results: Results): Record<string, string> => ({
  'bench-throughput.svg': throughput(results),
  'bench-cpu.svg': processorTime(results),
  'bench-latency.svg': latency(results),
});
