import { show, summarize } from '../report/summary.js';
import { lineChart } from '../svg/line-chart.js';
import type { Growth } from './index.js';

/** What a value may be at a larger size, of what it is at the smallest. */
const MOST = 1.2;

/** The table in Markdown: medians in ms with the range of the rounds, and how much the largest takes of the smallest. */
export function growthTable({ sizes, calls, about, unused }: Growth): string {
  const head = [
    `| ms, one at a time | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | largest to smallest |`,
    `|---|${'---|'.repeat(sizes.length + 1)}`,
  ];
  const rows = Object.entries(calls).map(([name, bySize]) => {
    const summaries = bySize.map(summarize);
    const ratio = (summaries.at(-1)?.median ?? NaN) / (summaries[0]?.median ?? NaN);
    const verdict = ratio <= MOST ? 'met' : '**not met**';
    return `| ${name} | ${summaries.map((each) => show(each, 1)).join(' | ')} | ${ratio.toFixed(2)}, ≤ ${MOST}: ${verdict} |`;
  });
  const bytes = about.map(({ bytesEach }) => `${(bytesEach / 1000).toFixed(1)} KB`);
  return [
    ...head,
    ...rows,
    `| on disk for each payment, with its delivery and all indexes | ${bytes.join(' | ')} | |`,
    '',
    unused.length > 0
      ? `Indexes that none of these calls has used: ${unused.join(', ')}.`
      : 'Every index was used by these calls.',
  ].join('\n');
}

/** Each call's median at every size, of what it is at the smallest. */
export function growthPlot({ sizes, calls }: Growth): string {
  const medians = Object.values(calls).map((bySize) => bySize.map((rounds) => summarize(rounds).median));
  const series = medians.map((values, no) => ({
    name: Object.keys(calls)[no] ?? '',
    color: no,
    points: values.map((value, place) => ({ x: sizes[place] ?? NaN, y: value / (values[0] ?? NaN) })),
  }));
  return lineChart({
    title: 'What calls take in larger databases, of what they take in the smallest',
    x: { label: 'payments in the database', isLogarithmic: true },
    y: { label: 'times' },
    series,
    limit: { y: MOST, label: `${MOST} times` },
  });
}
