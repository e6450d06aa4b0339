import { color, element, legend, page, WIDTH, words } from './page.js';
import { linear, logarithmic, type Scale } from './scale.js';

export interface Series {
  name: string;
  /** Its color's place; series of one thing share one. */
  color: number;
  isDashed?: boolean;
  points: { x: number; y: number }[];
}

export interface LineChart {
  title: string;
  x: { label: string; isLogarithmic?: boolean };
  y: { label: string; isLogarithmic?: boolean };
  series: Series[];
  /** A line across, such as a limit. */
  limit?: { y: number; label: string };
}

const PLOT = 250;
const [LEFT, RIGHT] = [64, WIDTH - 24];
/** Of the legend. */
const [COLUMNS, COLUMN, LINE] = [3, 240, 20];

const placeOf = (no: number): [number, number] => [20 + (no % COLUMNS) * COLUMN, 54 + Math.floor(no / COLUMNS) * LINE];

/** 1 200 000 as "1.2M", 12 000 as "12k", 0.5 as it is. */
export function short(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, 'M'] : value >= 1e4 ? [1e3, 'k'] : [1, ''];
  return `${Number((value / size).toPrecision(4))}${unit}`;
}

function axes(x: Scale, y: Scale, chart: LineChart, [top, bottom]: [number, number]): string[] {
  return [
    ...y.marks.flatMap((mark) => [
      element('line', { x1: LEFT, x2: RIGHT, y1: y.at(mark), y2: y.at(mark), class: 'line' }),
      words(short(mark), LEFT - 8, y.at(mark) + 4, { 'text-anchor': 'end', class: 'quiet' }),
    ]),
    ...x.marks.map((mark) => words(short(mark), x.at(mark), bottom + 18, { 'text-anchor': 'middle', class: 'quiet' })),
    words(chart.x.label, (LEFT + RIGHT) / 2, bottom + 40, { 'text-anchor': 'middle', class: 'quiet' }),
    words(chart.y.label, 20, top - 18, { class: 'quiet' }),
  ];
}

function curve({ points, isDashed, color: no }: Series, x: Scale, y: Scale): string {
  const places = points.map((point) => `${x.at(point.x).toFixed(1)},${y.at(point.y).toFixed(1)}`).join(' ');
  const line = element('polyline', {
    points: places,
    fill: 'none',
    stroke: color(no),
    'stroke-width': 2,
    ...(isDashed && { 'stroke-dasharray': '5 4' }),
  });
  const dots = points.map((point) =>
    element('circle', { cx: x.at(point.x), cy: y.at(point.y), r: 3, fill: color(no) }),
  );
  return line + dots.join('');
}

/** Curves over one another; a dashed one and a whole one of a color belong together. */
export function lineChart(chart: LineChart): string {
  const points = chart.series.flatMap(({ points }) => points);
  const named = chart.series.filter(({ isDashed }) => !isDashed);
  const top = placeOf(named.length - 1)[1] + 46;
  const bottom = top + PLOT;
  const scale = (isLogarithmic = false) => (isLogarithmic ? logarithmic : linear);
  const x = scale(chart.x.isLogarithmic)(
    points.map((point) => point.x),
    LEFT,
    RIGHT,
  );
  const heights = [...points.map((point) => point.y), ...(chart.limit ? [chart.limit.y] : [])];
  const y = scale(chart.y.isLogarithmic)(heights, bottom, top);
  const limit = chart.limit && [
    element('line', {
      x1: LEFT,
      x2: RIGHT,
      y1: y.at(chart.limit.y),
      y2: y.at(chart.limit.y),
      stroke: 'var(--ink)',
      'stroke-dasharray': '2 3',
    }),
    words(chart.limit.label, RIGHT, y.at(chart.limit.y) - 6, { 'text-anchor': 'end', class: 'quiet' }),
  ];
  return page(chart.title, bottom + 56, [
    ...named.map(({ name, color: no }, place) => legend([name], ...placeOf(place), no)),
    ...axes(x, y, chart, [top, bottom]),
    ...(limit ?? []),
    ...chart.series.map((series) => curve(series, x, y)),
  ]);
}
