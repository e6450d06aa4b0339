import { FIRST_REFUND_STATUSES, REFUND_STATES } from '../src/payments/refund-states.js';
import { stateChart } from '../src/payments/state-chart.js';
import { FIRST_STATUSES, STATES } from '../src/payments/states.js';

process.stdout.write(`${stateChart(STATES, FIRST_STATUSES)}\n\n${stateChart(REFUND_STATES, FIRST_REFUND_STATUSES)}\n`);
