import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { GATEWAYS } from '../src/connectors/index.js';
import {
  alterAccount,
  closeAccount,
  examineAccount,
  makeAccount,
  pauseAccount,
  resumeAccount,
} from '../src/console/gateways/account-actions.js';
import { explainForMerchant } from '../src/console/gateways/route.calls.js';
import { presentAccount } from '../src/console/gateways/present-account.js';
import { gatewayAccounts } from '../src/gateways/account.model.js';
import { storeFirstAccounts } from '../src/gateways/accounts.js';
import { readBreakers } from '../src/gateways/breaker.js';
import { validationError } from '../src/errors.js';
import { ALL_METHODS } from '../src/methods/index.js';
import { MODES, WALLETS } from '../src/vocabulary.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

const program = commandLine('gateway', 'Gateway accounts: which gateways take payments, and with which credentials');

const CREDENTIALS = 'file with a line NAME=VALUE for each credential, or - for standard input';

/** What each gateway calls its credentials, for --help. */
const credentialsHelp = (): string =>
  [...GATEWAYS]
    .map(([name, { title, credentials }]) => {
      const lines = credentials.map((field) => `    ${field.name.padEnd(20)} ${field.label}: ${field.help}`);
      return [`  ${name} (${title})`, ...(lines.length > 0 ? lines : ['    none'])].join('\n');
    })
    .join('\n');

const EXAMPLES = `
Credentials by gateway, one line NAME=VALUE each; never as arguments, which other users of this machine can see:
${credentialsHelp()}

Examples:
  npm run gateway -- add --id sandbox-two --connector sandbox --mode test
  npm run gateway -- check sandbox-two`;

/** @throws {ApiError} validation_error when the file cannot be read */
async function readCredentials(from: string): Promise<Record<string, string>> {
  try {
    const content = from === '-' ? await text(process.stdin) : await readFile(from, 'utf8');
    return Object.fromEntries(Object.entries(parseEnv(content)).map(([name, value]) => [name, value ?? '']));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    throw validationError([{ field: 'credentials', code: 'unreadable', message: `${from} cannot be read: ${why}` }]);
  }
}

function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It is not JSON.');
  }
}

interface AddOptions {
  id: string;
  connector: string;
  mode: string;
  methods?: unknown;
  priority?: string;
  onRequest?: boolean;
  threeDs: boolean;
  creditorName?: string;
  creditorIdentifier?: string;
  credentials?: string;
}

async function add(options: AddOptions) {
  const { id, connector, mode, methods, priority, onRequest, threeDs, creditorName, creditorIdentifier } = options;
  return makeAccount(null, {
    id,
    connector,
    mode,
    three_ds: threeDs,
    ...(methods !== undefined && { methods }),
    ...(priority !== undefined && { priority: Number(priority) }),
    ...(onRequest && { on_request: true }),
    ...(creditorName !== undefined && { creditor: { name: creditorName, identifier: creditorIdentifier ?? null } }),
    ...(options.credentials !== undefined && { credentials: await readCredentials(options.credentials) }),
  });
}

async function list() {
  await storeFirstAccounts();
  return (await gatewayAccounts.find().sort({ priority: 1, _id: 1 })).map(presentAccount);
}

const listInWords = (accounts: Awaited<ReturnType<typeof list>>): string =>
  accounts
    .map(({ id, status, mode, priority, connector, methods }) =>
      [id.padEnd(26), status.padEnd(7), mode, String(priority).padStart(5), connector, methods.map((m) => m.method)]
        .flat()
        .join(' '),
    )
    .join('\n');

const checkInWords = ({ findings }: Awaited<ReturnType<typeof examineAccount>>): string =>
  findings.map(({ name, ok, text: says }) => `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${says}`).join('\n');

/** Exit code 1 unless the account can be used. */
async function check(id: string) {
  const found = await examineAccount(null, id);
  if (!found.ok) process.exitCode = 1;
  return found;
}

addCommand(program, 'list', 'every account, in the order in which they are asked').action(
  (_options, command: Command) => runCommand(command, list, listInWords),
);

addCommand(program, 'add', 'make an account')
  .requiredOption('--id <id>', '3 to 40 of a-z, 0-9 and -; it stays for ever, and is where the gateway calls back')
  .addOption(new Option('--connector <name>', 'the gateway').choices([...GATEWAYS.keys()]).makeOptionMandatory())
  .addOption(new Option('--mode <mode>', 'whose keys reach it').choices(MODES).makeOptionMandatory())
  .option('--credentials <file>', CREDENTIALS)
  .option(
    '--methods <json>',
    'such as [{"method":"upi","currencies":["INR"],"minimums":{"INR":1}}]; all by default',
    json,
  )
  .option('--priority <number>', '1 to 1000, the lowest is asked first; 100 by default')
  .option('--on-request', 'only for merchants that name it')
  .option('--no-three-ds', 'the contract has no 3-D Secure')
  .option('--creditor-name <name>', 'on SEPA mandates')
  .option('--creditor-identifier <id>', 'on SEPA mandates')
  .addHelpText('after', EXAMPLES)
  .action((options: AddOptions, command: Command) => runCommand(command, () => add(options)));

addCommand(program, 'check', 'ask the gateway, harmlessly, whether the account can be used; exit code 1 if not')
  .argument('<id>', 'the account')
  .action((id: string, _options, command: Command) => runCommand(command, () => check(id), checkInWords));

const onOne: [name: string, about: string, act: (actor: null, id: string) => Promise<object>][] = [
  ['pause', 'take no new payments; those under way go on', pauseAccount],
  ['resume', 'take new payments again', resumeAccount],
  ['close', 'end it for good; refused while payments wait there', closeAccount],
];
for (const [name, about, act] of onOne)
  addCommand(program, name, about)
    .argument('<id>', 'the account')
    .action((id: string, _options, command: Command) => runCommand(command, () => act(null, id)));

addCommand(program, 'replace-credentials', 'payments under way go on with the new ones; those that are not named stay')
  .argument('<id>', 'the account')
  .requiredOption('--credentials <file>', CREDENTIALS)
  .action((id: string, { credentials }: { credentials: string }, command: Command) =>
    runCommand(command, async () => alterAccount(null, id, { credentials: await readCredentials(credentials) })),
  );

async function route(query: Record<string, string>) {
  await readBreakers();
  return explainForMerchant({ query });
}

const routeInWords = ({ data }: Awaited<ReturnType<typeof route>>): string =>
  data
    .map(({ account, place, text: says }) => `${String(place ?? '-').padEnd(3)} ${account.padEnd(26)} ${says}`)
    .join('\n');

addCommand(
  program,
  'route',
  'which accounts a payment would be tried at, in their order, and why each other one would not',
)
  .requiredOption('--merchant <id>', 'mer_…')
  .addOption(new Option('--method <name>', 'how it is paid').choices(ALL_METHODS).makeOptionMandatory())
  .requiredOption('--currency <code>', 'ISO 4217, such as EUR')
  .requiredOption('--amount <amount>', 'in major units, such as 49.90')
  .addOption(new Option('--wallet <name>', 'of the method wallet').choices(WALLETS))
  .action(({ json: _, ...query }: Record<string, string>, command: Command) =>
    runCommand(command, () => route(query), routeInWords),
  );

await parse(program);
