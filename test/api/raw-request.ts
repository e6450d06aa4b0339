import { connect, type Socket } from 'node:net';

/** What a server sent back over one connection until it closed it, or until enough of it was there. */
export interface RawAnswer {
  status: number;
  text: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

function read(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const json = rest.join('\r\n\r\n');
  const body = json.startsWith('{') ? (JSON.parse(json) as Record<string, unknown>) : {}; // our own API's
  return { status: Number(first.split(' ')[1]), text, headers, body };
}

/**
 * Speaks HTTP by hand, for requests that no client would send.
 * @param speak writes to the socket; the connection is read until the server closes it or 10 s are over
 */
export function rawRequest(url: string, speak: (socket: Socket) => void): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => speak(socket));
    let text = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error(`The server kept the connection open after: ${text}`)));
    socket.on('data', (data: Buffer) => (text += data.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve(read(text)));
  });
}

/** The head of a POST, the last line of which is still to come unless `headers` end it. */
export const head = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: shop.example', 'Connection: close', ...headers, '', ''].join('\r\n');

/** The same request, after which its connection may be used again. */
export const keptOpen = (request: string): string => request.replace('Connection: close', 'Connection: keep-alive');
