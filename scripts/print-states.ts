import { stateChart } from '../src/payments/state-chart.js';

process.stdout.write(`${stateChart()}\n`);
