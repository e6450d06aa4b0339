import type { Command } from 'commander';
import { listRates, setRate } from '../src/money/rates.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

const program = commandLine('rates', 'Exchange rates: units of a currency for 1 USD');

addCommand(program, 'set', 'convert new payments with another rate; payments that exist keep theirs')
  .argument('<currency>', 'ISO 4217, such as EUR')
  .argument('<units>', 'units of it for 1 USD, up to 8 decimals, such as 0.8612')
  .requiredOption('--source <text>', 'where the rate comes from')
  .action((currency: string, value: string, { source }: { source: string }, command: Command) =>
    runCommand(command, async () => ({ currency, ...(await setRate({ currency, value, source })) })),
  );

addCommand(program, 'list', 'every rate, with its source and time').action((_options, command: Command) =>
  runCommand(command, listRates),
);

await parse(program);
