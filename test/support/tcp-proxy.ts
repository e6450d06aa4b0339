import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { closeAtTheEnd } from './clean-up.js';
import { freePort } from '../../scripts/development/free-port.js';

/** Cuts what a client sends into whole messages; gives those that are whole by now. */
export type Splitter = (chunk: Buffer) => Buffer[];

export interface TcpProxy {
  /** A store's URI, by way of the proxy. */
  through: (uri: string) => string;
  /** As a killed server: no connection is taken, those that are open end. */
  cut: () => Promise<void>;
  /** As a server under SIGSTOP: connections stay and can be made, and nothing comes back until it is restored. */
  freeze: () => void;
  /** As a firewall that forgets the open connections: nothing comes through them any more. New ones can be made. */
  purge: () => void;
  /** All is well again; what was frozen goes on where it stood. */
  restore: () => Promise<void>;
}

interface Options {
  splitter?: () => Splitter;
  /**
   * Sees every message from a client before it is passed on, and may hold it by not resolving. What it gives is
   * answered in the server's place, which then never sees the message.
   */
  inspect?: (message: Buffer) => Buffer | void | Promise<Buffer | void>;
}

const whole: Splitter = (chunk) => [chunk];

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/**
 * Stands between processes and one of their stores, so that a test can take the store away from them and leave it to
 * everybody else. It is closed when all tests are over.
 */
export async function startTcpProxy(uri: string, { splitter = () => whole, inspect }: Options = {}): Promise<TcpProxy> {
  const target = new URL(uri);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let frozen = Promise.resolve();
  let thaw = () => {};

  async function pass(from: Socket, to: Socket, split: Splitter, look: Options['inspect']): Promise<void> {
    for await (const chunk of from) {
      await frozen;
      if (forgotten.has(from)) continue;
      // A socket without an encoding gives Buffers.
      for (const message of split(chunk as Buffer)) {
        const answer = await look?.(message);
        await frozen;
        const [receiver, text] = answer ? [from, answer] : [to, message];
        if (!receiver.write(text)) await once(receiver, 'drain');
      }
    }
    to.end();
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream];
    const drop = () => pair.forEach((socket) => socket.destroy());
    for (const socket of pair) {
      sockets.add(socket.setNoDelay());
      socket.on('error', drop).on('close', () => sockets.delete(socket));
    }
    // Either side may hang up at any moment: then the other one hears of it, too.
    pass(client, upstream, splitter(), inspect).catch(drop);
    pass(upstream, client, whole, undefined).catch(drop);
  });
  await listen(server, port);

  const unfreeze = () => thaw();
  async function cut(): Promise<void> {
    unfreeze();
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  }
  closeAtTheEnd(cut);

  return {
    through(other) {
      const url = new URL(other);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    cut,
    freeze() {
      frozen = new Promise((resolve) => (thaw = resolve));
    },
    purge() {
      for (const socket of sockets) forgotten.add(socket);
    },
    async restore() {
      unfreeze();
      if (!server.listening) await listen(server, port);
    },
  };
}
