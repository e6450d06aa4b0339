import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { closeAtTheEnd } from './clean-up.js';

const opened = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });

/** The first of several ports that takes a connection. */
async function firstOpen(ports: number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = await opened(port);
    if (socket) return socket;
  }
  return undefined;
}

/**
 * Stands in front of several web processes as a platform's router does: each connection goes to the next of them that
 * takes it. It is closed when all tests are over.
 */
export async function startRouter(port: number, targets: number[]): Promise<void> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    turn = (turn + 1) % targets.length;
    void firstOpen([...targets.slice(turn), ...targets.slice(0, turn)]).then((upstream) => {
      if (!upstream) return client.destroy();
      for (const socket of [client, upstream]) {
        sockets.add(socket.setNoDelay());
        socket.on('close', () => [client, upstream].forEach((each) => (each.destroy(), sockets.delete(each))));
        socket.on('error', () => socket.destroy());
      }
      client.pipe(upstream).pipe(client);
      return client.resume();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  closeAtTheEnd(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
}
