import { show, summarize } from '../report/summary.js';
import { barChart } from '../svg/bars.js';
import type { AboutDatabase } from './database.js';

/** What `npm run bench -- growth` has measured: medians of each round, in ms, for every size. */
export interface Growth {
  sizes: number[];
  /** By call; for each size the rounds. */
  calls: Record<string, number[][]>;
  about: AboutDatabase[];
  /** Indexes that no call has used in any of the databases. */
  unused: string[];
}

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

/** What each call takes in the largest database, of what it takes in the smallest. */
export function growthPlot({ sizes, calls }: Growth): string {
  const times = (bySize: number[][]) => {
    const medians = bySize.map((rounds) => summarize(rounds).median);
    return (medians.at(-1) ?? NaN) / (medians[0] ?? NaN);
  };
  const named = sizes.map((size) => size.toLocaleString('en'));
  return barChart({
    title: `What calls take with ${named.at(-1)} payments, of what they take with ${named[0]}`,
    unit: 'times; a call that does not care takes 1',
    digits: 2,
    bars: Object.entries(calls).map(([name, bySize]) => ({ name, parts: { times: times(bySize) } })),
  });
}
