import { FIRST_REFUND_STATUSES, REFUND_STATES } from '../src/payments/refund-states.js';
import { FIRST_STATUSES, STATES } from '../src/payments/states.js';
import { commandLine, parse } from './command-line.js';
import { stateChart } from './state-chart.js';

const program = commandLine('states', 'Prints the tables of states, of payments and of refunds, as charts').action(
  () => {
    const charts = [stateChart(STATES, FIRST_STATUSES), stateChart(REFUND_STATES, FIRST_REFUND_STATUSES)];
    process.stdout.write(`${charts.join('\n\n')}\n`);
  },
);

await parse(program);
