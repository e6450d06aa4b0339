import { Option, type Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { ROLES } from '../src/console/operators/operator.model.js';
import {
  changeOperator,
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  rotateToken,
} from '../src/console/operators/operators.js';
import { presentChange, presentOperator } from '../src/console/operators/present-operator.js';
import { record } from '../src/console/audit/record.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

interface Options {
  email: string;
  role?: string;
  password?: string;
}

async function create({ email, role, password }: Options) {
  const drawn = password === undefined ? { password: randomBytes(18).toString('base64url') } : {};
  const created = await createOperator({ email, role, password, ...drawn });
  await record(null, 'operator.created', created.id, { email: created.email, role: created.role });
  return { ...created, ...drawn };
}

function createdInWords({ email, role, api_token, password }: Awaited<ReturnType<typeof create>>): string {
  const secrets = { ...(password !== undefined && { password }), api_token };
  const shown = Object.entries(secrets).map(([name, secret]) => `  ${name.padEnd(9)}  ${secret}`);
  return [`${email} (${role}) is made. Not shown again:`, '', ...shown].join('\n');
}

async function change({ email, ...changes }: Options) {
  const { _id } = await changeOperator({ email }, changes);
  const changed = presentChange(changes);
  await record(null, 'operator.changed', _id, changed);
  return { id: _id, ...changed };
}

const list = async () => ({ data: (await listOperators()).map(presentOperator), next_cursor: null });

function listInWords({ data }: Awaited<ReturnType<typeof list>>): string {
  const lines = data.map(
    ({ id, email, role, disabled_at }) => `${id}  ${role.padEnd(8)}  ${email}${disabled_at ? '  disabled' : ''}`,
  );
  return lines.join('\n') || 'There are no operators yet';
}

async function rotate({ email }: Options) {
  const rotated = await rotateToken(email);
  await record(null, 'operator.token_rotated', rotated.id);
  return rotated;
}

async function disable({ email }: Options) {
  const { _id } = await disableOperator(email);
  await record(null, 'operator.disabled', _id);
  return { id: _id, disabled: true };
}

async function enable({ email }: Options) {
  const { _id } = await enableOperator(email);
  await record(null, 'operator.enabled', _id);
  return { id: _id, disabled: false };
}

const program = commandLine('operator', 'Operators: who may sign in to the console');

/** A command about one operator, who is named by --email. */
function addOperatorCommand<T extends object>(
  name: string,
  about: string,
  work: (options: Options) => Promise<T>,
  words: (result: T, options: Options) => string,
): Command {
  return addCommand(program, name, about)
    .requiredOption('--email <address>', 'who it is')
    .action((options: Options, command: Command) =>
      runCommand(
        command,
        () => work(options),
        (result) => words(result, options),
      ),
    );
}

const role = () => new Option('--role <role>', 'what the operator may do').choices(ROLES);

addOperatorCommand('create', 'make an operator; prints the API token, which is not shown again', create, createdInWords)
  .addOption(role().makeOptionMandatory())
  .option('--password <text>', 'at least 12 characters; drawn and printed when not given');
addOperatorCommand(
  'change',
  'give another role or password; a new password ends every session',
  change,
  (_changed, { email }) => `${email} is changed`,
)
  .addOption(role())
  .option('--password <text>', 'at least 12 characters');
addCommand(program, 'list', 'everybody, the disabled ones too').action((_options, command: Command) =>
  runCommand(command, list, listInWords),
);
addOperatorCommand(
  'rotate-token',
  'end the API token and print a new one',
  rotate,
  ({ api_token }, { email }) =>
    `The old token of ${email} has ended. The new one, not shown again:\n\n  api_token  ${api_token}`,
);
addOperatorCommand(
  'disable',
  'end every session and the API token, and let nobody in',
  disable,
  (_disabled, { email }) => `${email} is disabled; sessions and API token have ended`,
);
addOperatorCommand(
  'enable',
  'let a disabled operator in again',
  enable,
  (_enabled, { email }) => `${email} may come in again`,
);

await parse(program);
