import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A connection whose end is heard by what still waits to write. The driver (7.8 and 7.9) waits for a socket to drain or
 * to fail, and one that has ended does neither: an operation that is written between the end of a socket and the news of
 * it would never be answered and keep its place in the pool, and a heartbeat would be the last one, so that the process
 * could not find its database again.
 */
class HeardConnection extends Connection {
  override cleanup(error: Error): void {
    if (this.closed) return;
    super.cleanup(error);
    this.socket.emit('error', error);
  }
}

/** For every client: an option that the driver takes and does not tell of. */
export const HEARD = { connectionType: HeardConnection };
