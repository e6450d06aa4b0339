import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { stateChart } from '../../scripts/state-chart.js';
import { FIRST_REFUND_STATUSES, REFUND_STATES } from '../../src/payments/refund-states.js';
import { FIRST_STATUSES, STATES } from '../../src/payments/states.js';

/** The blocks of a Markdown text that are fenced as Mermaid and hold a state chart. */
const chartsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```mermaid\n(stateDiagram-v2\n[\s\S]*?)\n```$/gm)].map(([, chart = '']) => chart);

const paymentChart = stateChart(STATES, FIRST_STATUSES);
const refundChart = stateChart(REFUND_STATES, FIRST_REFUND_STATUSES);

describe('the state charts', () => {
  it('stand in the README as `npm run states` prints them', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(chartsIn(readme)).to.deep.equal([paymentChart, refundChart]);
  });

  const tables: [string, Parameters<typeof stateChart>[0], string][] = [
    ['payments', STATES, paymentChart],
    ['refunds', REFUND_STATES, refundChart],
  ];
  for (const [name, states, chart] of tables)
    it(`show every step of the table of ${name}, and every owner`, () => {
      const lines = chart.split('\n');
      for (const [status, { on, job }] of Object.entries(states)) {
        for (const [event, to = ''] of Object.entries(on)) expect(lines).to.include(`  ${status} --> ${to}: ${event}`);
        if (job) expect(lines).to.include(`  ${status}: ${status}\\n(${job})`);
      }
    });
});
