import type { Results } from '../measures/results.js';
import { rowsOf } from './rows.js';
import { show } from './summary.js';

/** What an operator sizes by: lines of the table by how they begin. */
const SIZED = [
  'card payments a second',
  'CPU ms a payment',
  'of it',
  'status polls',
  'hosted payments initiated',
  'UPI payments',
  'notifications drained',
  'RSS',
];

/** The lines of the table that docs/operations.md repeats. */
export function sizingOf(results: Results): string {
  const rows = rowsOf(results).filter(({ figure }) => SIZED.some((beginning) => figure.startsWith(beginning)));
  const lines = rows.map(
    ({ figure, floor, tollgate, digits }) =>
      `| ${figure.split(':')[0]} | ${floor ? show(floor, digits) : '–'} | ${show(tollgate, digits)} |`,
  );
  return ['| | floor | Tollgate |', '|---|---|---|', ...lines].join('\n');
}
