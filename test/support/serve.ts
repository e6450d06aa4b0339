import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that a spec needs, on this machine. */
export interface Served {
  /** Without a slash at its end. */
  url: string;
  /** Takes no more connections and drops those that are open. */
  close: () => Promise<void>;
}

/** @param at the port to listen on; 0: any that is free */
export async function serve(listener: RequestListener, at = 0): Promise<Served> {
  const server = createServer(listener).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
