import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { config } from '../../config/index.js';

const ended = new WeakSet<Duplex>();

/** Notes that this connection ends with the answer that it gets now. */
export const endWithThisAnswer = (connection: Duplex): void => void ended.add(connection);

/**
 * Whether a connection has had its last answer: what comes over it after that must be dropped (RFC 9112, section 9.6). Node
 * would go on to the next request, such as a payment, and nobody would hear what became of it.
 */
export const hasLastAnswer = (connection: Duplex): boolean => ended.has(connection);

/**
 * Closes in stages the connection of a request that is answered before all of it has come (RFC 9112, section 9.6). Our
 * side ends first. What still comes is read and dropped until the sender ends too, or REQUEST_LINGER (seconds) is over.
 * Closed at once, the connection would be reset, and a sender that is still sending would lose the answer.
 */
export function answerEarly(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  res.setHeader('Connection', 'close');
  const { socket } = req;
  endWithThisAnswer(socket);
  socket.destroySoon = () => {
    // what Node calls after the last answer of a connection
    socket.end();
    req.resume();
    const timer = setTimeout(() => socket.destroy(), config.requestLinger * 1000);
    socket.once('close', () => clearTimeout(timer));
  };
}
