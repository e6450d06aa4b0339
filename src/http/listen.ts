import type { Server } from 'node:http';
import { config } from '../../config/index.js';

/** The port that a setting names is taken: one clear line, and starting again will not help. */
export class PortTaken extends Error {}

/**
 * Listens, with room for LISTEN_BACKLOG connections that are not accepted yet, or says which setting names the port that is
 * taken, or the address that this machine does not have.
 * @throws {PortTaken}
 */
export function listen(server: Server, port: number, setting: string, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const taken = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(code);
      reject(taken ? new PortTaken(`Port ${port} cannot be had (${code}): set ${setting} to another one`) : error);
    });
    server.listen({ port, host, backlog: config.listenBacklog }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}
