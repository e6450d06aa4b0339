import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Answers `POST /orders/query` as the sandbox does, every order waiting, and remembers which keys came together. */
export async function countingGateway() {
  const batches: string[][] = [];
  let works = true;
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const { keys } = JSON.parse(body) as { keys: string[] };
      batches.push(keys);
      const orders = keys.map((key) => ({ key, status: 'waiting' }));
      if (works) res.end(JSON.stringify({ orders }));
      else res.socket?.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // never a path: it listens on a port

  return {
    url: `http://127.0.0.1:${port}`,
    batches,
    breakDown: () => void (works = false),
    recover: () => void (works = true),
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
