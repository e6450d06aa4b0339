import { InvalidArgumentError, Option } from 'commander';
import { MODES, WALLETS } from '../src/vocabulary.js';
import { actionsOf, addCommand, commandLine, parse } from './command-line.js';
import type { AddOptions } from './gateway/actions.js';
import { checkInWords, gatewaysInWords, listInWords, routeInWords } from './gateway/words.js';
import { json } from './json.js';

const act = actionsOf(() => import('./gateway/actions.js'));

const program = commandLine('gateway', 'Gateway accounts: which gateways take payments, and with which credentials');

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is no whole number.');
  return Number(value);
}

const CREDENTIALS = 'file with a line NAME=VALUE for each credential, or - for standard input';

const EXAMPLES = `
Credentials are never arguments, which other users of this machine can see.

Examples:
  npm run gateway -- connectors
  npm run gateway -- add --id sandbox-two --connector sandbox --mode test
  npm run gateway -- check sandbox-two`;

addCommand(program, 'list', 'every account, in the order in which they are asked').action(
  act(({ list }) => list(), listInWords),
);

addCommand(
  program,
  'connectors',
  'every gateway that an account can be made for, and what it calls its credentials',
).action(act(async ({ listGateways }) => listGateways(), gatewaysInWords));

addCommand(program, 'add', 'make an account')
  .requiredOption('--id <id>', '3 to 40 of a-z, 0-9 and -; it stays for ever, and is where the gateway calls back')
  .requiredOption('--connector <name>', 'the gateway, out of those that the command connectors lists')
  .addOption(new Option('--mode <mode>', 'whose keys reach it').choices(MODES).makeOptionMandatory())
  .option('--credentials <file>', CREDENTIALS)
  .option(
    '--methods <json>',
    'such as [{"method":"upi","currencies":["INR"],"minimums":{"INR":1}}]; all by default',
    json,
  )
  .option('--priority <number>', '1 to 1000, the lowest is asked first; 100 by default', wholeNumber)
  .option('--on-request', 'only for merchants that name it')
  .option('--no-three-ds', 'the contract has no 3-D Secure')
  .option('--creditor-name <name>', 'on SEPA mandates')
  .option('--creditor-identifier <id>', 'on SEPA mandates')
  .addHelpText('after', EXAMPLES)
  .action(act(({ add }, options: AddOptions) => add(options)));

addCommand(program, 'check', 'ask the gateway, harmlessly, whether the account can be used; exit code 1 if not')
  .argument('<id>', 'the account')
  .action(act(({ check }, id: string) => check(id), checkInWords));

addCommand(program, 'pause', 'take no new payments; those under way go on')
  .argument('<id>', 'the account')
  .action(act(({ pause }, id: string) => pause(id)));

addCommand(program, 'resume', 'take new payments again')
  .argument('<id>', 'the account')
  .action(act(({ resume }, id: string) => resume(id)));

addCommand(program, 'close', 'end it for good; refused while payments wait there')
  .argument('<id>', 'the account')
  .action(act(({ close }, id: string) => close(id)));

addCommand(program, 'replace-credentials', 'payments under way go on with the new ones; those that are not named stay')
  .argument('<id>', 'the account')
  .requiredOption('--credentials <file>', CREDENTIALS)
  .action(
    act(({ replaceCredentials }, id: string, { credentials }: { credentials: string }) =>
      replaceCredentials(id, credentials),
    ),
  );

addCommand(
  program,
  'seen',
  'note that a truth run has passed with the account: npm run gateways -- truth does it by itself',
)
  .argument('<id>', 'the account')
  .requiredOption('--connector <name>', 'whose truth it was')
  .action(act(({ seen }, id: string, { connector }: { connector: string }) => seen(id, connector)));

addCommand(
  program,
  'route',
  'which accounts a payment would be tried at, in their order, and why each other one would not',
)
  .requiredOption('--merchant <id>', 'mer_…')
  .requiredOption('--method <name>', 'how it is paid, such as card or upi')
  .requiredOption('--currency <code>', 'ISO 4217, such as EUR')
  .requiredOption('--amount <amount>', 'in major units, such as 49.90')
  .addOption(new Option('--wallet <name>', 'of the method wallet').choices(WALLETS))
  .action(act(({ route }, { json: _, ...query }: Record<string, string>) => route(query), routeInWords));

await parse(program);
