import type { Command, OptionValues } from 'commander';
import { ConnectorError } from '../src/connectors/connector.js';
import { connectDatabase, disconnectDatabase } from '../src/database/client.js';
import { isAccessRefused, isDatabaseAway } from '../src/database/errors.js';
import { ApiError } from '../src/errors.js';
import { logToStderr } from '../src/telemetry/logger.js';
import { redis } from '../src/redis/client.js';
import { misuseCode } from './misuse.js';

const REFUSED = 1;

logToStderr(); // before Redis is found to be away, which may be while the actions are loaded

/** One object as a column of names and values, several one below the other. */
function inWords(result: object): string {
  const rows = Array.isArray(result) ? (result as object[]) : [result];
  const said = (value: unknown) => (value instanceof Date ? value.toISOString() : JSON.stringify(value));
  const line = ([name, value]: [string, unknown]) =>
    `${name.padEnd(18)} ${typeof value === 'string' ? value : said(value)}`;
  return rows.map((row) => Object.entries(row).map(line).join('\n')).join('\n\n') || 'There are none yet';
}

/**
 * Runs a command over the database and prints what it gives: in words, or as JSON with --json. What is logged meanwhile is
 * on stderr. Whatever may go wrong on purpose is one line there and exit code 1, or 2 for misuse that only the work can see.
 */
export async function runCommand<T extends object>(
  command: Command,
  work: () => Promise<T>,
  words: (result: T, options: OptionValues) => string = inWords,
): Promise<void> {
  let isBegun = false;
  try {
    await connectDatabase();
    isBegun = true;
    const result = await work();
    const options = command.opts<{ json?: boolean }>();
    const said = options.json ? JSON.stringify(result) : words(result, options);
    if (said !== '') console.log(said); // a command may have written its answer already
  } catch (error) {
    console.error(`${command.parent?.name()}: ${explain(error, isBegun)}`);
    process.exitCode = misuseCode(error) ?? REFUSED;
  } finally {
    await disconnectDatabase();
    redis.disconnect();
  }
}

/** @param isBegun whether the work may have been done, although nothing came back */
function explain(error: unknown, isBegun: boolean): string {
  const unless = isBegun ? '; what was asked for may be done all the same: look before you repeat it' : '';
  if (isDatabaseAway(error)) return `the database does not answer (MONGODB_URI)${unless}`;
  if (isAccessRefused(error)) return `the database refuses access (MONGODB_URI): ${error.message}`;
  if (misuseCode(error) !== undefined && error instanceof Error) return error.message;
  if (error instanceof ApiError || error instanceof ConnectorError || error instanceof RangeError) return error.message;
  throw error;
}
