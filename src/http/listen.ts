import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

/** The port that a setting names is taken: one clear line, and starting again will not help. */
export class PortTaken extends Error {}

/**
 * Listens, or says which setting names the port that is taken, or the address that this machine does not have.
 * @throws {PortTaken}
 */
export function listen(server: Server, at: ListenOptions, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const taken = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(code);
      reject(taken ? new PortTaken(`Port ${at.port} cannot be had (${code}): set ${setting} to another one`) : error);
    });
    server.listen(at, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}
