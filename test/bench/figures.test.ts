import { expect } from 'chai';
import { percentile } from '../../scripts/bench/figures.js';
import { KNEE_P99, kneeOf } from '../../scripts/bench/measures/knee.js';
import { betweenMarks } from '../../scripts/bench/report/between-marks.js';
import { planParts } from '../../scripts/bench/report/plan.js';
import { show, summarize } from '../../scripts/bench/report/summary.js';
import { isMet } from '../../scripts/bench/report/table.js';

const step = (perSecond: number, p99: number) => ({ perSecond, p50: 5, p99 });

describe('figures of the bench', () => {
  it('are percentiles that some value has, of any order', () => {
    const values = [9, 1, 8, 2, 7, 3, 6, 4, 5, 10];
    expect([0, 0.5, 0.9, 0.99, 1].map((share) => percentile(values, share))).to.deep.equal([1, 6, 10, 10, 10]);
    expect(percentile([], 0.5)).to.be.NaN;
  });

  it('find the knee at the highest pace that is still quick, whatever a slower one did by chance', () => {
    expect(kneeOf([step(50, 10), step(100, KNEE_P99), step(150, KNEE_P99 + 1)])).to.equal(100);
    expect(kneeOf([step(50, 900), step(100, 20), step(150, 900)])).to.equal(100);
    expect(kneeOf([step(100, 900), step(50, 900)])).to.equal(50);
  });

  it('are shown as the median with the range of the rounds', () => {
    expect(show(summarize([3, 1, 2]), 0)).to.equal('2 (1-3)');
    expect(show(summarize([2]), 1)).to.equal('2.0');
  });

  it('say whether an aim is met: of the figure, its ratio to the floor’s, or what it is above it', () => {
    const [tollgate, floor] = [summarize([12]), summarize([10])];
    const row = { figure: 'ms', digits: 0, floor, tollgate };
    expect(isMet(row)).to.equal(null);
    expect(isMet({ ...row, aim: { of: 'ratio', most: 1.2 } })).to.equal(true);
    expect(isMet({ ...row, aim: { of: 'ratio', least: 1.3 } })).to.equal(false);
    expect(isMet({ ...row, aim: { of: 'difference', most: 1 } })).to.equal(false);
    expect(isMet({ ...row, aim: { of: 'figure', most: 12 } })).to.equal(true);
    expect(isMet({ figure: 'ms', digits: 0, tollgate, aim: { of: 'ratio', most: 2 } })).to.equal(false);
  });

  it('plan the cores of each part for ten thousand payments a second', () => {
    const cpu = { web: 1.5, payments: 2, sandbox: 9, redis: 0.6 };
    const rounds = [{ perSecond: 1, cpu, scripts: [7], p50: 1, p99: 1, doubles: 0, stolen: 0 }];
    const parts = planParts({ saturation: { floor: rounds, Tollgate: rounds } });
    expect(parts.map(({ part, cores }) => [part, cores])).to.deep.equal([
      ['web', 25],
      ['payments', 34],
      ['redis', 10],
    ]);
    expect(parts[0]?.perCore).to.be.closeTo(666.7, 0.1);
  });

  it('go between the marks of a document, in place of the last ones', () => {
    const document = 'a\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nb';
    const written = betweenMarks(document, 'x', 'new');
    expect(written).to.equal('a\n<!-- bench:x -->\n\nnew\n\n<!-- /bench:x -->\nb');
    expect(betweenMarks(written, 'x', 'new')).to.equal(written);
    expect(() => betweenMarks(document, 'y', 'new')).to.throw('bench:y');
  });
});
