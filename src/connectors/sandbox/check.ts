import { ConnectorError } from '../connector.js';
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
    return [{ name: 'reachable', ok: false, text }];
  }
  return [
    { name: 'reachable', ok: true, text: 'The sandbox gateway answers' },
    { name: 'authenticated', ok: true, text: 'It takes SANDBOX_API_KEY' },
  ];
}
