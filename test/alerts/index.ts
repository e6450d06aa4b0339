import '../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { Argument, Command } from 'commander';
import { disconnectDatabase } from '../../src/database/client.js';
import { redis } from '../../src/redis/client.js';
import { closeAll } from '../support/clean-up.js';
import { positive } from '../../scripts/positive.js';
import { print } from '../support/command.js';
import { alertNames } from './rules.js';
import { allCame, runAlerts, tableOf } from './run.js';
import { STAGED } from './staged.js';

const command = new Command('alerts')
  .description('Stages a fault for each alert against real processes under a real Prometheus')
  .addArgument(new Argument('[alert...]', 'only the faults of these alerts').choices(alertNames()))
  .option('--factor <number>', 'what every duration of the rules is divided by', positive, 20)
  .option('--patience <seconds>', 'how long an alert may take to fire, and to resolve', positive, 180)
  .parse();
const { factor, patience } = command.opts<{ factor: number; patience: number }>();
const [wanted = []] = command.processedArgs as [string[]?];
const faults = STAGED.filter(({ alerts }) => wanted.length === 0 || alerts.some((alert) => wanted.includes(alert)));

try {
  const runs = await runAlerts({ faults, factor, patience, log: print });
  tableOf(runs).forEach(print);
  if (!allCame(runs)) process.exitCode = 1;
} finally {
  await closeAll();
  await disconnectDatabase();
  redis.disconnect();
}
