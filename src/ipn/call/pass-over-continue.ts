import type { Socket } from 'node:net';

const CONTINUE = /^HTTP\/1\.1 100[ \r]/;

/**
 * undici takes a `100 Continue` that nobody has asked for as a broken answer, where a client is to pass over it (RFC 9110,
 * 15.2.1), as it does over a 102: whoever has taken the notification would be sent it again. So it reads a 102.
 */
export function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk) && CONTINUE.test(chunk.toString('latin1', 0, 13))) chunk.write('2', 11, 'latin1');
    return chunk;
  };
}
