import type { Duplex } from 'node:stream';

const ended = new WeakSet<Duplex>();

/** Notes that this connection ends with the answer that it gets now. */
export const endWithThisAnswer = (connection: Duplex): void => void ended.add(connection);

/**
 * Whether a connection has had its last answer: what comes over it after that must be dropped (RFC 9112, section 9.6). Node
 * would go on to the next request, such as a payment, and nobody would hear what became of it.
 */
export const hasLastAnswer = (connection: Duplex): boolean => ended.has(connection);
