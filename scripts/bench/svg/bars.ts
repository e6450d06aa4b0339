import { color, element, legend, page, WIDTH, words } from './page.js';
import { linear } from './scale.js';

/** One bar, of parts that add up. */
export interface Bar {
  name: string;
  parts: Record<string, number>;
}

export interface Bars {
  title: string;
  /** What the length means, such as `ms`. */
  unit: string;
  digits: number;
  bars: Bar[];
}

const [RIGHT, TOP] = [WIDTH - 80, 76];
const LETTER = 6.8;
const [THICKNESS, GAP] = [26, 14];

/** Lying bars; parts of the same name have the same color. */
export function barChart({ title, unit, digits, bars }: Bars): string {
  const left = 40 + Math.max(...bars.map(({ name }) => name.length)) * LETTER;
  const kinds = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))];
  const totals = bars.map(({ parts }) => Object.values(parts).reduce((sum, part) => sum + part, 0));
  const x = linear(totals, left, RIGHT);
  const bottom = TOP + bars.length * (THICKNESS + GAP);
  const grid = x.marks.flatMap((mark) => [
    element('line', { x1: x.at(mark), x2: x.at(mark), y1: TOP - 8, y2: bottom, class: 'line' }),
    words(String(Number(mark.toPrecision(4))), x.at(mark), bottom + 18, { 'text-anchor': 'middle', class: 'quiet' }),
  ]);
  const drawn = bars.flatMap(({ name, parts }, no) => {
    const y = TOP + no * (THICKNESS + GAP);
    let from = 0;
    const pieces = Object.entries(parts).map(([kind, length]) => {
      const [start, end] = [x.at(from), x.at((from += length))];
      const piece = {
        x: start,
        y,
        width: Math.max(0, end - start),
        height: THICKNESS,
        fill: color(kinds.indexOf(kind)),
      };
      return element('rect', piece, element('title', {}, `${kind} ${length.toFixed(digits)}`));
    });
    const middle = y + THICKNESS / 2 + 4;
    return [
      words(name, left - 10, middle, { 'text-anchor': 'end' }),
      ...pieces,
      words((totals[no] ?? 0).toFixed(digits), x.at(from) + 6, middle),
    ];
  });
  return page(title, bottom + 52, [
    ...(kinds.length > 1 ? [legend(kinds, 20, 52)] : []),
    ...grid,
    ...drawn,
    words(unit, (left + RIGHT) / 2, bottom + 40, { 'text-anchor': 'middle', class: 'quiet' }),
  ]);
}
