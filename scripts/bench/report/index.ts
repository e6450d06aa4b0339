import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../config/root.js';
import type { FloodResults } from '../flood/index.js';
import { floodPlot } from '../flood/plot.js';
import { floodTable } from '../flood/table.js';
import { type Growth, growthPlot, growthTable } from '../growth/table.js';
import type { About, Results } from '../measures/results.js';
import { scaleTable, type Scale } from '../scale.js';
import { betweenMarks } from './between-marks.js';
import { planOf } from './plan.js';
import { plotsOf } from './plots.js';
import { rowsOf } from './rows.js';
import { sizingOf } from './sizing.js';
import { tableOf } from './table.js';

const PICTURES = 'docs/pictures';

function rewrite(document: string, texts: Record<string, string>): void {
  const file = join(ROOT, document);
  const written = Object.entries(texts).reduce(
    (text, [name, between]) => betweenMarks(text, name, between),
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, written);
  console.log(document);
}

function draw(pictures: Record<string, string>): void {
  mkdirSync(join(ROOT, PICTURES), { recursive: true });
  for (const [name, svg] of Object.entries(pictures)) {
    writeFileSync(join(ROOT, PICTURES, name), svg);
    console.log(`${PICTURES}/${name}`);
  }
}

/** What a bench has left in a folder, or null. */
function kept<T>(folder: string, name: string): T | null {
  const file = join(folder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null; // a bench wrote it
}

function madeWhere(about: About): string {
  const stores = Object.entries(about.stores).map(([name, version]) => `${name} ${version}`);
  const machine = `${about.cores} cores (${about.cpu}), ${about.memoryGb} GB, Node ${about.node.slice(1)}, ${stores.join(', ')}`;
  return `Measured at ${about.startedAt.slice(0, 16).replace('T', ' ')} UTC in ${Math.round(about.seconds / 60)} minutes, commit ${about.commit}, on ${machine}.`;
}

/** A picture with the title that it bears. */
const shown = ([name, svg]: [string, string]): string =>
  `![${/<title>(.*?)<\/title>/.exec(svg)?.[1] ?? name}](pictures/${name})`;

function reportGrowth(growth: Growth): void {
  const picture = { 'bench-growth.svg': growthPlot(growth) };
  rewrite('docs/performance.md', { growth: [growthTable(growth), ...Object.entries(picture).map(shown)].join('\n\n') });
  draw(picture);
}

function reportFlood({ about, flood }: FloodResults): void {
  const picture = { 'bench-flood.svg': floodPlot(flood) };
  const texts = [madeWhere(about), floodTable(flood), ...Object.entries(picture).map(shown)];
  rewrite('docs/performance.md', { flood: texts.join('\n\n') });
  draw(picture);
}

/** What docs/performance.md shows of the table; the bench itself prints all of it. */
const aimedRowsOf = (results: Results) => rowsOf(results).filter(({ aim }) => aim !== undefined);

function reportResults(results: Results): void {
  const plots = plotsOf(results);
  rewrite('docs/performance.md', {
    table: [
      `${madeWhere(results.about)} Medians, with the range over the rounds.`,
      tableOf(aimedRowsOf(results)),
      ...Object.entries(plots).map(shown),
    ].join('\n\n'),
    plan: planOf(results),
  });
  rewrite('docs/operations.md', { sizing: sizingOf(results) });
  draw(plots);
}

/**
 * Writes tables and pictures of what benches have left in a folder into the documents.
 * @throws when there is nothing in it
 */
export function report(folder: string): void {
  const results = kept<Results>(folder, 'results.json');
  const growth = kept<Growth>(folder, 'growth.json');
  const scale = kept<Scale[]>(folder, 'scale.json');
  const flood = kept<FloodResults>(folder, 'flood.json');
  if (!results && !growth && !scale && !flood)
    throw new Error(`${folder} holds nothing that a bench has measured: run npm run bench first`);
  if (results) reportResults(results);
  if (growth) reportGrowth(growth);
  if (flood) reportFlood(flood);
  if (scale) rewrite('docs/performance.md', { scale: scaleTable(scale) });
}
