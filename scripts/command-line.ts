import { Command } from 'commander';
import { ConnectorError } from '../src/connectors/connector.js';
import { connectDatabase, disconnectDatabase } from '../src/database/client.js';
import { isDatabaseAway } from '../src/database/errors.js';
import { ApiError } from '../src/errors.js';
import { logToStderr } from '../src/telemetry/logger.js';
import { redis } from '../src/redis/client.js';
import { misuseCode } from './misuse.js';

const REFUSED = 1;
const READER_GONE = 141; // of 128 + SIGPIPE, which Node.js has no use for

/** One object as a column of names and values, several one below the other. */
function inWords(result: object): string {
  const rows = Array.isArray(result) ? (result as object[]) : [result];
  const line = ([name, value]: [string, unknown]) =>
    `${name.padEnd(18)} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  return rows.map((row) => Object.entries(row).map(line).join('\n')).join('\n\n') || 'There are none yet';
}

/**
 * Runs a command over the database and prints what it gives: in words, or as JSON with --json. Whatever may go wrong on
 * purpose is one line on stderr and exit code 1.
 */
export async function runCommand<T extends object>(
  command: Command,
  work: () => Promise<T>,
  words: (result: T) => string = inWords,
): Promise<void> {
  try {
    await connectDatabase();
    const result = await work();
    const said = command.opts<{ json?: boolean }>().json ? JSON.stringify(result) : words(result);
    if (said !== '') console.log(said); // a command may have written its answer already
  } catch (error) {
    console.error(`${command.parent?.name()}: ${explain(error)}`);
    process.exitCode = REFUSED;
  } finally {
    await disconnectDatabase();
    redis.disconnect();
  }
}

function explain(error: unknown): string {
  if (isDatabaseAway(error)) return 'the database does not answer (MONGODB_URI)';
  if (error instanceof ApiError || error instanceof ConnectorError || error instanceof RangeError) return error.message;
  throw error;
}

/** A command line whose commands all take --json, and whose misuse is exit code 2. What is logged meanwhile is on stderr. */
export function commandLine(name: string, about: string): Command {
  logToStderr();
  return new Command(name).description(about).exitOverride().configureHelp({ showGlobalOptions: true });
}

export const addCommand = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about).option('--json', 'answer in JSON');

export async function parse(program: Command): Promise<void> {
  // Before the logger's, to which it would be a crash: whoever reads may have enough, as `head` has.
  process.stdout.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(READER_GONE);
  });
  try {
    await program.parseAsync();
  } catch (error) {
    const code = misuseCode(error);
    if (code === undefined) throw error;
    process.exitCode = code;
  } finally {
    redis.disconnect(); // it connects as soon as it is loaded, which --help has done too
  }
}
