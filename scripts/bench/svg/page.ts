export const WIDTH = 760;
/** A color of a chart is one of these, by its place. Each stands out from both grounds and beside the others. */
const LIGHT = ['#59636e', '#0969da', '#bc4c00', '#1a7f37', '#8250df', '#bf3989', '#9a6700'];
const DARK = ['#9198a1', '#4493f8', '#f0883e', '#3fb950', '#ab7df8', '#db61a2', '#d29922'];

const variables = (ground: string, ink: string, quiet: string, line: string, colors: string[]): string =>
  `--ground:${ground};--ink:${ink};--quiet:${quiet};--line:${line};${colors.map((color, no) => `--c${no}:${color}`).join(';')}`;

const STYLE = `
svg{${variables('#ffffff', '#1f2328', '#59636e', '#d1d9e0', LIGHT)}}
@media (prefers-color-scheme:dark){svg{${variables('#0d1117', '#f0f6fc', '#9198a1', '#3d444d', DARK)}}}
text{font:12px system-ui,sans-serif;fill:var(--ink)}
.title{font-size:15px;font-weight:600}
.quiet{fill:var(--quiet)}
.line{stroke:var(--line);stroke-width:1}
`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type Attributes = Record<string, string | number>;

const round = (value: string | number): string | number =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : escape(value);

/** An element; numbers are units of the drawing. `inner` is markup. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${round(value)}"`);
  return `<${name}${written.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}

export const words = (text: string, x: number, y: number, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escape(text));

export const color = (no: number): string => `var(--c${no % LIGHT.length})`;

/** Names beside their colors, in one line. */
export function legend(names: string[], x: number, y: number, firstColor = 0): string {
  let at = x;
  return names
    .map((name, no) => {
      const mark = element('rect', { x: at, y: y - 10, width: 11, height: 11, rx: 2, fill: color(firstColor + no) });
      const text = words(name, at + 16, y);
      at += 34 + name.length * 6.6;
      return mark + text;
    })
    .join('');
}

/** A drawing that follows the reader's light or dark, with its title as what a screen reader says. */
export function page(title: string, height: number, parts: string[]): string {
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img' };
  const ground = element('rect', { width: WIDTH, height, rx: 8, fill: 'var(--ground)' });
  const heading = words(title, 20, 30, { class: 'title' });
  const body = [element('title', {}, escape(title)), `<style>${STYLE}</style>`, ground, heading, ...parts].join('\n');
  return `${element('svg', frame, body)}\n`;
}
