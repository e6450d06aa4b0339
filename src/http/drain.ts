import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * How long a request may still take once its process is asked to stop: more than CARD_ANSWER_WAIT's default, for which a
 * payment and an operator's refund may wait, less than run-process.ts gives.
 */
export const PATIENCE_MS = 23_000;

/**
 * Stops a server in order: idle connections end at once, the others with the answer that is under way. Clients that keep
 * theirs open would hold the process up otherwise, and go on asking it.
 * @param patienceMs after which every connection ends, such as one that was opened and never asked anything
 */
export async function drain(server: Server, patienceMs = PATIENCE_MS): Promise<void> {
  const closed = once(server, 'close');
  server.keepAliveTimeout = 1; // 0 would be for ever
  server.close();
  const lastCall = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(lastCall);
}
