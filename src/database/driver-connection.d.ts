/** What connection.ts needs of a class that the driver does not export, and so has no types for. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly socket: Socket;
    readonly closed: boolean;
    cleanup(error: Error): void;
  }
}
