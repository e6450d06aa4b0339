import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { loadConfig } from '../../config/index.js';
import { drain, PATIENCE_MS } from '../../src/http/drain.js';
import { REQUIRED } from '../config/environments.js';

const KEPT_MS = 60_000;

describe('a server that stops', () => {
  let server: Server;
  let answer: () => void;
  let port: number;
  const agent = new Agent({ keepAlive: true });

  beforeEach(async () => {
    server = createServer({ keepAliveTimeout: KEPT_MS }, (_request, response) => {
      answer = () => void response.end('done');
      server.emit('asked');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo); // of a server that listens on TCP
  });
  afterEach(() => server.closeAllConnections());
  after(() => agent.destroy());

  /** A request over a connection that its client keeps. */
  async function ask(): Promise<() => Promise<IncomingMessage>> {
    const asked = once(server, 'asked');
    const asking = request({ port, agent }).end();
    const answered = once(asking, 'response') as Promise<[IncomingMessage]>; // what 'response' hands on
    await asked;
    return async () => (await answered)[0].resume();
  }

  it('answers what it has taken and ends the connection with it, though its client keeps it', async () => {
    const answered = await ask();
    const drained = drain(server);
    answer();
    expect((await answered()).statusCode).to.equal(200);
    await drained;
  });

  it('is patient with what waits for a gateway, payments and refunds of operators', () => {
    expect(PATIENCE_MS).to.be.greaterThan(loadConfig(REQUIRED).card.answerWait * 1000);
  });

  it('ends idle connections at once', async () => {
    const answered = await ask();
    answer();
    await once(await answered(), 'end');
    await drain(server);
  });

  it('ends a connection that never asked anything when its patience is over', async () => {
    const opened = connect(port, '127.0.0.1');
    await once(server, 'connection');
    const ended = once(opened, 'close');
    await drain(server, 50);
    await ended;
  });
});
