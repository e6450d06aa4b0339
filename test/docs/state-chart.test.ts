import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { stateChart } from '../../src/payments/state-chart.js';
import { STATES, STATUSES } from '../../src/payments/states.js';

/** The blocks of a Markdown text that are fenced as Mermaid and hold a state chart. */
const chartsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```mermaid\n(stateDiagram-v2\n[\s\S]*?)\n```$/gm)].map(([, chart = '']) => chart);

describe('the state chart', () => {
  it('stands in the README as `npm run states` prints it', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(chartsIn(readme)).to.deep.equal([stateChart()]);
  });

  it('shows every step of the table, and every owner', () => {
    const lines = stateChart().split('\n');
    for (const status of STATUSES) {
      const { on, job } = STATES[status];
      for (const [event, to] of Object.entries(on)) expect(lines).to.include(`  ${status} --> ${to}: ${event}`);
      if (job) expect(lines.join('\n')).to.include(`${status}: ${status}\\n(${job})`);
    }
  });
});
