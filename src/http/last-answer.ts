import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';

const ended = new WeakSet<Duplex>();

/** Notes that this connection ends with the answer that it gets now. */
export const endWithThisAnswer = (connection: Duplex): void => void ended.add(connection);

/**
 * Drops what comes over a connection after its last answer (RFC 9112, section 9.6): Node would go on to the next
 * request, such as a payment, and nobody would hear what became of it.
 */
export const dropAfterLastAnswer: RequestHandler = (req, _res, next) => {
  if (!ended.has(req.socket)) next();
};
