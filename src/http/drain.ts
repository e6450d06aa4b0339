import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Stops a server in order: idle connections end at once, the others with the answer that is under way. Clients that keep
 * theirs open would hold the process up otherwise, and go on asking it.
 * @param patienceMs after which every connection ends, such as one that was opened and never asked anything
 */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.keepAliveTimeout = 1; // 0 would be for ever
  server.close();
  const lastCall = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(lastCall);
}
