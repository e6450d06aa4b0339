import type { Readable } from 'node:stream';

const BODY_LIMIT = 4096;
const BODY_TIME_MS = 2000;

/** Text of the bytes, without a character that was cut in the middle. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true });

/**
 * Reads the beginning of an answer's body: at most 4 KiB within 2 s. The connection stays usable when the body ended by
 * itself, and is destroyed otherwise. A body that breaks off changes nothing: what came of it is returned.
 */
export function readStart(body: Readable): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      clearTimeout(timer);
      body.destroy();
      resolve(textOf(Buffer.concat(chunks).subarray(0, BODY_LIMIT)));
    };
    const timer = setTimeout(settle, BODY_TIME_MS);
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > BODY_LIMIT) settle();
    });
    body.once('end', settle);
    // Stays for as long as the stream lives: destroying it makes one more error, which nobody waits for.
    body.on('error', settle);
  });
}
