import { CommanderError } from 'commander';

const MISUSED = 2;

/** The exit code for what commander has refused, and explained already: 2, but 0 for --help. Undefined for all else. */
export function misuseCode(error: unknown): number | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0 ? 0 : MISUSED;
}
