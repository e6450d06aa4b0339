import { ConnectorError } from '../connector.js';
import { found } from '../findings.js';
import type { Finding } from '../gateway.js';
import type { GatewayLedger } from '../ledger.js';

/** Reads a minute of the sandbox's statement: it moves nothing, and needs the key. */
export async function checkSandbox(books: GatewayLedger): Promise<Finding[]> {
  const to = new Date();
  try {
    await books.list({ from: new Date(to.getTime() - 60_000), to }, null);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const text = `${error.message}. Is the process "sandbox" running, and SANDBOX_API_KEY the same there?`;
    return [found('reachable', false, text)];
  }
  return [
    found('reachable', true, 'The sandbox gateway answers'),
    found('authenticated', true, 'It takes SANDBOX_API_KEY'),
    found('mode', true, 'It moves no real money, and only test accounts are made there'),
    found('webhook', true, 'It signs what it tells under the same key'),
    found('currencies', true, 'It takes every currency that an account there can have'),
  ];
}
