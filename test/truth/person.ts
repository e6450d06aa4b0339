import { until } from '../../scripts/until.js';

/** How long somebody may take for a wallet's number, its code and its PIN. */
export const PATIENCE_MS = 600_000;

const LOOKS_MS = 3000;

/**
 * Asks whoever runs this to play the customer: a wallet's page wants a code that only a telephone gets.
 * @param what they are to do at `url`
 * @param isDone whether it has come to what was wanted
 */
export async function askPerson(what: string, url: string, isDone: () => Promise<boolean>): Promise<void> {
  process.stdout.write(`\n      >> ${what}: ${url}\n`);
  await until(`somebody has done it: ${what}`, isDone, PATIENCE_MS, LOOKS_MS);
}
