import type { Command } from 'commander';
import { record } from '../src/console/audit/record.js';
import { listRates, setRate } from '../src/money/rates.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

const program = commandLine('rates', 'Exchange rates: units of a currency for 1 USD');

async function set(currency: string, value: string, source: string) {
  const rate = await setRate({ currency, value, source });
  await record(null, 'rate.set', currency, { value, source });
  return { currency, ...rate };
}

addCommand(program, 'set', 'convert new payments with another rate; payments that exist keep theirs')
  .argument('<currency>', 'ISO 4217, such as EUR')
  .argument('<units>', 'units of it for 1 USD, up to 8 decimals, such as 0.8612')
  .requiredOption('--source <text>', 'where the rate comes from')
  .action((currency: string, value: string, { source }: { source: string }, command: Command) =>
    runCommand(command, () => set(currency, value, source)),
  );

addCommand(program, 'list', 'every rate, with its source and time').action((_options, command: Command) =>
  runCommand(command, listRates),
);

await parse(program);
