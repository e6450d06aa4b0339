import { Option, type Command } from 'commander';
import { ROLES } from '../src/console/operators/role.js';
import { actionsOf, addCommand, commandLine, parse } from './command-line.js';
import type { create, list, Options } from './operator/actions.js';

const act = actionsOf(() => import('./operator/actions.js'));

const program = commandLine('operator', 'Operators: who may sign in to the console');

function createdInWords({ email, role, api_token, password }: Awaited<ReturnType<typeof create>>): string {
  const secrets = { ...(password !== undefined && { password }), api_token };
  const shown = Object.entries(secrets).map(([name, secret]) => `  ${name.padEnd(9)}  ${secret}`);
  return [`${email} (${role}) is made. Not shown again:`, '', ...shown].join('\n');
}

function listInWords({ data }: Awaited<ReturnType<typeof list>>): string {
  const lines = data.map(
    ({ id, email, role, disabled_at }) => `${id}  ${role.padEnd(8)}  ${email}${disabled_at ? '  disabled' : ''}`,
  );
  return lines.join('\n') || 'There are no operators yet';
}

/** A command about one operator, who is named by --email. */
const addOperatorCommand = (name: string, about: string): Command =>
  addCommand(program, name, about).requiredOption('--email <address>', 'who it is');

const role = () => new Option('--role <role>', 'what the operator may do').choices(ROLES);

/** As an argument a password is seen by whoever lists the processes of this machine. */
const passwordStdin = () =>
  new Option('--password-stdin', 'read the password from standard input, where nobody else sees it').conflicts(
    'password',
  );

addOperatorCommand('create', 'make an operator; prints the API token, which is not shown again')
  .addOption(role().makeOptionMandatory())
  .option('--password <text>', 'at least 12 characters; drawn and printed when not given')
  .addOption(passwordStdin())
  .action(act(({ create }, options: Options) => create(options), createdInWords));

addOperatorCommand('change', 'give another role or password; a new password ends every session')
  .addOption(role())
  .option('--password <text>', 'at least 12 characters')
  .addOption(passwordStdin())
  .action(
    act(
      ({ change }, options: Options) => change(options),
      (_changed, { email }) => `${email} is changed`,
    ),
  );

addCommand(program, 'list', 'everybody, the disabled ones too').action(act(({ list }) => list(), listInWords));

addOperatorCommand('rotate-token', 'end the API token and print a new one').action(
  act(
    ({ rotate }, options: Options) => rotate(options),
    ({ api_token }, { email }) =>
      `The old token of ${email} has ended. The new one, not shown again:\n\n  api_token  ${api_token}`,
  ),
);

addOperatorCommand('disable', 'end every session and the API token, and let nobody in').action(
  act(
    ({ disable }, options: Options) => disable(options),
    (_disabled, { email }) => `${email} is disabled; sessions and API token have ended`,
  ),
);

addOperatorCommand(
  'enable',
  'let a disabled operator in again, by password; rotate-token makes a new API token',
).action(
  act(
    ({ enable }, options: Options) => enable(options),
    ({ changed }, { email }) =>
      changed
        ? `${email} may come in again, by password; rotate-token makes a new API token`
        : `${email} was not disabled: nothing has changed`,
  ),
);

await parse(program);
