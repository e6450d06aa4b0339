import type { Aim, Row } from './rows.js';
import { show } from './summary.js';

/** Tollgate's median over the floor's; null for what the floor has not. */
const ratioOf = ({ floor, tollgate }: Row): number | null =>
  floor && floor.median > 0 ? tollgate.median / floor.median : null;

function aimedAt(row: Row, of: Aim['of']): number {
  if (of === 'ratio') return ratioOf(row) ?? Number.NaN;
  return of === 'difference' ? row.tollgate.median - (row.floor?.median ?? Number.NaN) : row.tollgate.median;
}

const WORDS: Record<Aim['of'], string> = { ratio: 'ratio ', difference: 'above the floor ', figure: '' };

/** Whether a line is as it should be; null for one without an aim. */
export function isMet(row: Row): boolean | null {
  if (!row.aim) return null;
  const value = aimedAt(row, row.aim.of);
  return value >= (row.aim.least ?? -Infinity) && value <= (row.aim.most ?? Infinity);
}

function aimOf(row: Row): string {
  if (!row.aim) return '';
  const { of, least, most } = row.aim;
  const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  return `${WORDS[of]}${bound}: ${isMet(row) ? 'met' : '**not met**'}`;
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
