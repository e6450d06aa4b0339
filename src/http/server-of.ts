import type { Express } from 'express';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { answerUnreadable } from './unreadable-request.js';

/**
 * A server of one of our apps, which also answers in the one error format what Node would answer without asking the app.
 * A client that ends its side of the connection with its request is answered, as by most servers. By itself Node ends
 * ours at once: a payment would be made, and its answer lost. The property is not in Node's documentation.
 */
export function serverOf(app: Express, options: ServerOptions): Server {
  const server = Object.assign(createServer(options, app), { httpAllowHalfOpen: true });
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', app); // an expectation that we do not know changes nothing (RFC 9110, 10.1.1)
  return server;
}
