import { connect, createServer, type Socket, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/** Stands between processes and MongoDB and counts commands, whichever process sends them. */
export interface WireCounter {
  /** The same URI by way of it. */
  uri: string;
  /** Commands on data so far, by name, such as `insert payments`. */
  counts: Map<string, number>;
  close: () => Promise<void>;
}

const HEADER = 16;
const OP_MSG = 2013;
/** The connection's own affairs, which are nobody's payment. */
const HOUSEKEEPING = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'buildInfo', 'killCursors']);

/** The first element of an OP_MSG's body: the command, and the collection that it is about (MongoDB wire protocol). */
function commandIn(message: Buffer): string | null {
  if (message.readInt32LE(12) !== OP_MSG) return null;
  const nameAt = HEADER + 4 + 1 + 4 + 1; // flags, kind of section, length of the document, type of its first element
  const nameEnd = message.indexOf(0, nameAt);
  const name = message.toString('utf8', nameAt, nameEnd);
  if (HOUSEKEEPING.has(name)) return null;
  const value = message.toString('utf8', nameEnd + 5, message.indexOf(0, nameEnd + 5)); // a string, led by its length
  return `${name} ${value}`;
}

function reader(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

export async function startWireCounter(uri: string): Promise<WireCounter> {
  const url = new URL(uri);
  const [host, port] = [url.hostname, Number(url.port || 27017)];
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay());
      socket
        .on('close', () => sockets.delete(socket))
        .on('error', () => [client, upstream].forEach((each) => each.destroy()));
    }
    client.on(
      'data',
      reader((message) => {
        const command = commandIn(message);
        if (command !== null) counts.set(command, (counts.get(command) ?? 0) + 1);
      }),
    );
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  url.searchParams.set('directConnection', 'true');
  url.searchParams.delete('replicaSet');
  return {
    uri: url.href,
    counts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
