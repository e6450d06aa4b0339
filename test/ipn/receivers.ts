import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server on a free port of 127.0.0.1, whatever it speaks. */
export interface Listening {
  port: number;
  url: string;
  /** Connections open at this moment. */
  open: () => number;
  /** Connections made so far. */
  made: () => number;
  close: () => Promise<void>;
}

async function listen(server: Server, scheme: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  let made = 0;
  server.on('connection', (socket: Socket) => {
    made += 1;
    sockets.add(socket);
    socket.on('error', () => {}); // the caller hangs up on many of these servers
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port, url: `${scheme}://127.0.0.1:${port}/ipn`, open: () => sockets.size, made: () => made, close };
}

export const listenHttp = (listener: RequestListener): Promise<Listening> => listen(createServer(listener), 'http');

/** A server that says what it likes once something was sent to it. */
export const listenRaw = (onRequest: (socket: Socket) => void): Promise<Listening> =>
  listen(
    createTcpServer((socket) => socket.once('data', () => onRequest(socket))),
    'http',
  );

export const listenTls = (server: Server): Promise<Listening> => listen(server, 'https');
