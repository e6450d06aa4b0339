import { expect } from 'chai';
import { barChart } from '../../scripts/bench/svg/bars.js';
import { lineChart, short } from '../../scripts/bench/svg/line-chart.js';
import { linear, logarithmic, roundUp } from '../../scripts/bench/svg/scale.js';

describe('pictures of the bench', () => {
  it('have scales that begin and end at round numbers beyond all values', () => {
    expect([0.03, 1, 7, 11, 240].map(roundUp)).to.deep.equal([0.05, 1, 10, 20, 500]);
    const { at, marks } = linear([3, 17], 0, 200);
    expect(marks).to.deep.equal([0, 5, 10, 15, 20]);
    expect([0, 5, 20].map(at)).to.deep.equal([0, 50, 200]);
    const log = logarithmic([3, 400], 0, 300);
    expect(log.marks).to.deep.equal([1, 10, 100, 1000]);
    expect(log.at(100)).to.be.closeTo(200, 1e-9);
  });

  it('write large numbers short', () => {
    expect([0.5, 250, 10_000, 1_200_000].map(short)).to.deep.equal(['0.5', '250', '10k', '1.2M']);
  });

  const line = lineChart({
    title: 'Latency <over> load',
    x: { label: 'a second' },
    y: { label: 'ms', isLogarithmic: true },
    series: [
      {
        name: 'floor & co',
        color: 0,
        points: [
          { x: 10, y: 5 },
          { x: 20, y: 500 },
        ],
      },
    ],
    limit: { y: 250, label: 'the knee' },
  });
  const bars = barChart({
    title: 'CPU',
    unit: 'ms',
    digits: 1,
    bars: [{ name: 'floor', parts: { web: 1, redis: 2.5 } }],
  });

  for (const [name, svg] of Object.entries({ line, bars }))
    it(`are well-formed, with a title for screen readers and colors for light and dark: ${name}`, () => {
      const open = [...svg.matchAll(/<(\w+)[^>]*?(\/?)>|<\/(\w+)>/g)].reduce<string[]>((stack, [, tag, empty, end]) => {
        if (end !== undefined) expect(stack.pop()).to.equal(end);
        else if (tag !== undefined && !empty) stack.push(tag);
        return stack;
      }, []);
      expect(open).to.deep.equal([]);
      expect(svg)
        .to.match(/role="img"[^]*<title>/)
        .and.include('prefers-color-scheme:dark')
        .and.not.include('NaN');
    });

  it('show what they are given, escaped', () => {
    expect(line).to.include('Latency &lt;over> load').and.include('floor &amp; co').and.include('the knee');
    expect(bars.match(/<rect/g)).to.have.length(5); // the ground, two in the legend, two parts
    expect(bars).to.include('>3.5</text>');
  });
});
