import type { Socket } from 'node:net';

const INTERIM = /^HTTP\/1\.1 1(\d\d)[ \r]/;
const LONGEST = 13;
const END = '\r\n\r\n';

/** Makes each 100 a 102 among the interim answers that a chunk begins with. */
function renumber(chunk: Buffer): void {
  let at = 0;
  for (;;) {
    const interim = INTERIM.exec(chunk.toString('latin1', at, at + LONGEST));
    if (!interim) return;
    if (interim[1] === '00') chunk.write('2', at + 11, 'latin1');
    const end = chunk.indexOf(END, at, 'latin1');
    if (end < 0) return;
    at = end + END.length;
  }
}

/**
 * undici takes a `100 Continue` that nobody has asked for as a broken answer, where a client is to pass over it (RFC 9110,
 * 15.2.1), as it does over a 102: whoever has taken the notification would be sent it again. So it reads a 102. One whose
 * status line comes in two reads is not seen.
 */
export function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk)) renumber(chunk);
    return chunk;
  };
}
