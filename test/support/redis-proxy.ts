import { startTcpProxy, type Splitter, type TcpProxy } from './tcp-proxy.js';

export interface RedisProxy extends TcpProxy {
  /** Called with every command that a client sends, its name first, before it is passed on. */
  onCommand: (command: string[]) => void;
}

const EOL = '\r\n';

/** Reads "*2\r\n" or "$5\r\n": the number, and where the line ends; null when it has not come whole. */
function readNumber(bytes: Buffer, from: number): { number: number; end: number } | null {
  const eol = bytes.indexOf(EOL, from);
  return eol < 0 ? null : { number: Number(bytes.toString('latin1', from + 1, eol)), end: eol + EOL.length };
}

/** A command as clients send it: an array of strings, each led by its length. Null when it has not come whole. */
function readCommand(bytes: Buffer): { command: string[]; end: number } | null {
  const head = readNumber(bytes, 0);
  if (!head) return null;
  const command: string[] = [];
  let end = head.end;
  while (command.length < head.number) {
    const length = readNumber(bytes, end);
    if (!length || bytes.length < length.end + length.number + EOL.length) return null;
    command.push(bytes.toString('latin1', length.end, length.end + length.number));
    end = length.end + length.number + EOL.length;
  }
  return { command, end };
}

const byCommand = (): Splitter => {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    for (let next = readCommand(rest); next; next = readCommand(rest)) {
      messages.push(rest.subarray(0, next.end));
      rest = rest.subarray(next.end);
    }
    return messages;
  };
};

/** A proxy in front of Redis that reads along. (ioredis has monitor(), which fails on a server that is in use.) */
export async function startRedisProxy(uri: string): Promise<RedisProxy> {
  const tcp = await startTcpProxy(uri, {
    splitter: byCommand,
    inspect: (message) => proxy.onCommand(readCommand(message)?.command ?? []),
  });
  const proxy: RedisProxy = { ...tcp, onCommand: () => undefined };
  return proxy;
}
