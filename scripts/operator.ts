import { Command, CommanderError, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { audit } from '../src/console/audit.js';
import { ROLES } from '../src/console/operator.model.js';
import {
  changeOperator,
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  rotateToken,
} from '../src/console/operators.js';
import { presentOperator } from '../src/console/present-operator.js';
import { connectDatabase, disconnectDatabase, isDatabaseAway } from '../src/database.js';
import { ApiError } from '../src/errors.js';

const REFUSED = 1;
const MISUSED = 2;

interface Options {
  email: string;
  role?: string;
  password?: string;
  json?: boolean;
}

/** What a command says: as JSON for scripts, in words for people. */
interface Answer {
  json: object;
  words: string;
}

/** Runs a command over the database and prints its answer; everything that may go wrong is one line on stderr. */
function run(command: (options: Options) => Promise<Answer>) {
  return async (options: Options): Promise<void> => {
    try {
      await connectDatabase();
      const { json, words } = await command(options);
      console.log(options.json ? JSON.stringify(json) : words);
    } catch (error) {
      if (error instanceof ApiError) console.error(`operator: ${error.message}`);
      else if (isDatabaseAway(error)) console.error('operator: the database does not answer (MONGODB_URI)');
      else throw error;
      process.exitCode = REFUSED;
    } finally {
      await disconnectDatabase();
    }
  };
}

const create = run(async ({ email, role, password }) => {
  const drawn = password === undefined ? { password: randomBytes(18).toString('base64url') } : {};
  const created = await createOperator({ email, role, password, ...drawn });
  await audit(null, 'operator.created', created.id, { email: created.email, role: created.role });
  const secrets = { ...drawn, api_token: created.api_token };
  const shown = Object.entries(secrets).map(([name, secret]) => `  ${name.padEnd(9)}  ${secret}`);
  return {
    json: { ...created, ...drawn },
    words: [`${created.email} (${created.role}) is made. Not shown again:`, '', ...shown].join('\n'),
  };
});

const change = run(async ({ email, role, password }) => {
  const { _id } = await changeOperator(email, { role, password });
  const changed = { ...(role && { role }), ...(password && { password: 'changed' }) };
  await audit(null, 'operator.changed', _id, changed);
  return { json: { id: _id, ...changed }, words: `${email} is changed` };
});

const list = run(async () => {
  const operators = (await listOperators()).map(presentOperator);
  const lines = operators.map(
    ({ id, email, role, disabled_at }) => `${id}  ${role.padEnd(8)}  ${email}${disabled_at ? '  disabled' : ''}`,
  );
  return { json: { data: operators, next_cursor: null }, words: lines.join('\n') || 'There are no operators yet' };
});

const rotate = run(async ({ email }) => {
  const { id, api_token } = await rotateToken(email);
  await audit(null, 'operator.token_rotated', id);
  return {
    json: { id, api_token },
    words: `The old token of ${email} has ended. The new one, not shown again:\n\n  api_token  ${api_token}`,
  };
});

const disable = run(async ({ email }) => {
  const { _id } = await disableOperator(email);
  await audit(null, 'operator.disabled', _id);
  return { json: { id: _id, disabled: true }, words: `${email} is disabled; sessions and API token have ended` };
});

const enable = run(async ({ email }) => {
  const { _id } = await enableOperator(email);
  await audit(null, 'operator.enabled', _id);
  return { json: { id: _id, disabled: false }, words: `${email} may come in again` };
});

const program = new Command('operator')
  .description('Operators: who may sign in to the console')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

function addCommand(name: string, about: string): Command {
  return program.command(name).description(about).option('--json', 'answer in JSON');
}

const role = () => new Option('--role <role>', 'what the operator may do').choices(ROLES);
const EMAIL = ['--email <address>', 'who it is'] as const;

addCommand('create', 'make an operator; prints the API token, which is not shown again')
  .requiredOption(...EMAIL)
  .addOption(role().makeOptionMandatory())
  .option('--password <text>', 'at least 12 characters; drawn and printed when not given')
  .action(create);
addCommand('change', 'give another role or password; a new password ends every session')
  .requiredOption(...EMAIL)
  .addOption(role())
  .option('--password <text>', 'at least 12 characters')
  .action(change);
addCommand('list', 'everybody, the disabled ones too').action(list);
addCommand('rotate-token', 'end the API token and print a new one')
  .requiredOption(...EMAIL)
  .action(rotate);
addCommand('disable', 'end every session and the API token, and let nobody in')
  .requiredOption(...EMAIL)
  .action(disable);
addCommand('enable', 'let a disabled operator in again')
  .requiredOption(...EMAIL)
  .action(enable);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error; // which commander has explained already
  process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
}
