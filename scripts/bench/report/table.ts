import type { Row } from './rows.js';
import { show } from './summary.js';

/** Tollgate's median over the floor's; null for what the floor has not. */
const ratioOf = ({ floor, tollgate }: Row): number | null =>
  floor && floor.median > 0 ? tollgate.median / floor.median : null;

function aimOf({ aim, digits, ...row }: Row): string {
  if (!aim) return '';
  const value = aim.of === 'ratio' ? (ratioOf({ digits, ...row }) ?? Number.NaN) : row.tollgate.median;
  const met = value >= (aim.least ?? -Infinity) && value <= (aim.most ?? Infinity);
  const [sign, bound] = aim.least === undefined ? ['≤', aim.most] : ['≥', aim.least];
  return `${aim.of === 'ratio' ? 'ratio ' : ''}${sign} ${bound}: ${met ? 'met' : '**not met**'}`;
}

/** The table in Markdown: medians with the range of the rounds. */
export function tableOf(rows: Row[]): string {
  const lines = rows.map((row) =>
    [
      row.figure,
      row.floor ? show(row.floor, row.digits) : '–',
      show(row.tollgate, row.digits),
      ratioOf(row)?.toFixed(2) ?? '–',
      aimOf(row),
    ].join(' | '),
  );
  const head = ['| | floor | Tollgate | ratio | aim |', '|---|---|---|---|---|'];
  return [...head, ...lines.map((line) => `| ${line} |`)].join('\n');
}
