import { once } from 'node:events';
import type { Server } from 'node:http';

/** Takes no more connections and drops those that are open, whatever they wait for. */
export async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
