import { actionsOf, addCommand, commandLine, parse } from './command-line.js';

const act = actionsOf(() => import('./rates/actions.js'));

const program = commandLine('rates', 'Exchange rates: units of a currency for 1 USD');

addCommand(program, 'set', 'convert new payments with another rate, within a minute; those that exist keep theirs')
  .argument('<currency>', 'ISO 4217, such as EUR')
  .argument('<units>', 'units of it for 1 USD, up to 8 decimals, such as 0.8612')
  .requiredOption('--source <text>', 'where the rate comes from')
  .action(
    act(({ set }, currency: string, units: string, { source }: { source: string }) => set(currency, units, source)),
  );

addCommand(program, 'list', 'every rate, with its source and time').action(act(({ listRates }) => listRates()));

await parse(program);
