import type { Express } from 'express';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { answerUnreadable } from './unreadable-request.js';

/** A server of one of our apps, which also answers in the one error format what Node would answer without asking the app. */
export function serverOf(app: Express, options: ServerOptions): Server {
  const server = createServer(options, app);
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', app); // an expectation that we do not know changes nothing (RFC 9110, 10.1.1)
  return server;
}
