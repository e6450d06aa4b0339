import type { Express } from 'express';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '../../config/index.js';
import { milliseconds } from '../time.js';
import { hasLastAnswer } from './refused-body.js';
import { answerHostless, answerUnreadable, namesHost } from './unreadable-request.js';

/** How often Node looks for requests that take too long: not much later than the shortest time that it allows. */
const MOST_BETWEEN_LOOKS_MS = 5000;

const headersTimeout = milliseconds(config.requestHeadersTimeout);

/** How long Node waits for a request, in milliseconds. Whatever its path, nobody keeps a connection by sending slowly. */
const PATIENCE = {
  headersTimeout,
  requestTimeout: milliseconds(config.requestHeadersTimeout + config.requestBodyTimeout),
  connectionsCheckingInterval: Math.min(headersTimeout, MOST_BETWEEN_LOOKS_MS),
  keepAliveTimeout: milliseconds(config.keepAlive),
};

/** Bytes of a request's first line and headers: gateways bring customers back with 20,000 characters in the address. */
const MOST_HEADERS = 32 * 1024;

/**
 * Has Express read what has come over a connection whose sender has ended its side: body-parser takes it for read already,
 * and leaves the body, as soon as such a connection says that nothing more will come (isFinished() of on-finished).
 */
function letBeRead(connection: Socket): void {
  connection.once('end', () => Object.defineProperty(connection, 'readable', { value: true }));
}

/**
 * A server of one of our apps, which also answers in the one error format what Node would answer without asking the app.
 * A client that ends its side of the connection with its request is answered, as by most servers. By itself Node ends
 * ours at once: a payment would be made, and its answer lost. The property is not in Node's documentation.
 * @param refuse is asked first, at a third of what the app costs; when it gives true it has answered
 */
export function serverOf(app: Express, refuse?: (req: IncomingMessage, res: ServerResponse) => boolean): Server {
  const answer: RequestListener = (req, res) => {
    if (hasLastAnswer(req.socket)) return;
    if (!namesHost(req)) return answerHostless(req, res);
    if (refuse?.(req, res)) return;
    app(req, res);
  };
  const options = { ...PATIENCE, maxHeaderSize: MOST_HEADERS, requireHostHeader: false };
  const server = Object.assign(createServer(options, answer), { httpAllowHalfOpen: true });
  server.on('connection', letBeRead);
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', answer); // an expectation that we do not know changes nothing (RFC 9110, 10.1.1)
  return server;
}
