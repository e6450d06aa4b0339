import { BSON, type Document } from 'mongodb';
import { startTcpProxy, type Splitter, type TcpProxy } from './tcp-proxy.js';

/** One command to the database, as it goes over the wire. */
export interface Operation {
  /** Such as `insert`, `find`, `findAndModify`. */
  command: string;
  collection: string;
  /** The whole command. */
  body: Record<string, unknown>;
}

export interface MongoProxy extends TcpProxy {
  /** A URI by way of the proxy, which a driver must not leave for the addresses that a replica set names. */
  through: (uri: string) => string;
  /**
   * Called with every operation on data before it is passed on; holds it while it has not resolved. When it throws, the
   * operation is lost and its connection ends; what it gives is answered in the server's place.
   */
  onOperation: (operation: Operation) => Document | void | Promise<Document | void>;
}

/** For `onOperation`: every operation is lost, and its connection with it. */
export const lose = (): never => {
  throw new Error('The connection was reset');
};

const HEADER = 16;
const OP_MSG = 2013;
/** The connection's own affairs, which are nobody's payment. */
const HOUSEKEEPING = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'buildInfo', 'killCursors']);

/** Every message begins with its length. */
const byLength = (): Splitter => {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return messages;
  };
};

/** The command in an OP_MSG: its first section of kind 0 is the whole of it but for long lists of documents. */
function operationIn(message: Buffer): Operation | null {
  if (message.readInt32LE(12) !== OP_MSG || message[HEADER + 4] !== 0) return null;
  const from = HEADER + 5;
  const body = BSON.deserialize(message.subarray(from, from + message.readInt32LE(from))) as Record<string, unknown>;
  const [command = ''] = Object.keys(body);
  return HOUSEKEEPING.has(command) ? null : { command, collection: String(body[command]), body };
}

/** An OP_MSG that answers another one: length, ids and kind, no flags, then one section of kind 0. */
function answerTo(message: Buffer, answer: Document): Buffer {
  const body = BSON.serialize(answer);
  const head = Buffer.alloc(HEADER + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

/** A proxy in front of MongoDB that reads along: counts are those of the server, whichever process asks. */
export async function startMongoProxy(uri: string): Promise<MongoProxy> {
  const tcp = await startTcpProxy(uri, {
    splitter: byLength,
    inspect: async (message) => {
      const operation = operationIn(message);
      const answer = operation && (await proxy.onOperation(operation));
      return answer ? answerTo(message, answer) : undefined;
    },
  });
  const proxy: MongoProxy = {
    ...tcp,
    through(other) {
      const url = new URL(tcp.through(other));
      url.searchParams.set('directConnection', 'true');
      url.searchParams.delete('replicaSet');
      return url.href;
    },
    onOperation: () => undefined,
  };
  return proxy;
}
