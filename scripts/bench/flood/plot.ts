import { percentile } from '../figures.js';
import type { Answered } from '../load/flood.js';
import { lineChart } from '../svg/line-chart.js';
import type { Flood } from './measure.js';

/** At most so many points on a line. */
const POINTS = 30;

/** Contract 21: a refusal's. */
const MOST_MS = 100;

/** What calls that were sent about the same time took: seconds into the flood, and ms. */
function curveOf(calls: Answered[], share: number, seconds: number): { x: number; y: number }[] {
  const width = seconds / POINTS;
  return Array.from({ length: POINTS }, (_, no) => {
    const some = calls.filter(({ at }) => Math.floor(at / width) === no);
    return {
      x: (no + 0.5) * width,
      y: percentile(
        some.map(({ ms }) => ms),
        share,
      ),
    };
  }).filter(({ y }) => Number.isFinite(y));
}

/** How long calls of a flood took over its time, taken and refused: p50 whole, p99 dashed. */
export function floodPlot({ flooded: { taken, refused, offered, seconds } }: Flood): string {
  const perSecond = (calls: unknown[]) => Math.round(calls.length / seconds);
  const curves = [
    { name: `taken, ${perSecond(taken)} a second`, color: 0, calls: taken },
    { name: `refused, ${perSecond(refused)} a second`, color: 1, calls: refused },
  ];
  return lineChart({
    title: `${Math.round(offered / seconds)} initiate calls a second: p50 (whole line), p99 (dashed)`,
    x: { label: 'seconds into the flood' },
    y: { label: 'ms from sending to the answer', isLogarithmic: true },
    series: curves.flatMap(({ calls, ...line }) => [
      { ...line, isDashed: true, points: curveOf(calls, 0.99, seconds) },
      { ...line, points: curveOf(calls, 0.5, seconds) },
    ]),
    limit: { y: MOST_MS, label: `${MOST_MS} ms: what 99 of 100 refusals may take` },
  });
}
