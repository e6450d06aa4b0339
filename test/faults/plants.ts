import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { Binary, Long } from 'mongodb';
import { ask } from '../support/ask.js';
import { withRedis } from '../support/redis-keys.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../support/until.js';
import { APPROVED } from './mixed-run.js';
import type { PLACES, Sources } from './places.js';

/** A server that says what it is told. */
export interface Echo {
  url: () => string;
  close: () => Promise<void>;
}

export function startEcho(): Echo {
  const server: Server = createServer((request, response) => {
    response.writeHead(400);
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
