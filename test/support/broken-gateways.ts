import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface BrokenGateway {
  url: string;
  stop(): Promise<void>;
}

/** Listens on a free port and gives every connection that has asked for something to `behave`. */
export async function breakGateway(behave: (socket: Socket) => void): Promise<BrokenGateway> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => behave(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // never a path: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole HTTP answer. */
export const says = (status: string, body: string) => (socket: Socket) =>
  void socket.end(`HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

/** An answer of which a byte comes now and then: never silent, never done. */
export const drips = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.once('close', () => clearInterval(timer));
};
