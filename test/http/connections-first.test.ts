import { expect } from 'chai';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterConnections, watchConnections } from '../../src/http/connections-first.js';
import { until } from '../../scripts/until.js';

const CALLERS = 1200;

describe('new work while connections wait to be accepted', () => {
  const server = createServer();
  const begun: number[] = [];
  /** How many calls had begun when a connection was accepted. */
  const begunAt: number[] = [];
  const callers: Socket[] = [];

  before((done) => {
    watchConnections(server);
    server.on('connection', () => {
      const no = begunAt.push(begun.length);
      void afterConnections().then(() => begun.push(no));
    });
    server.listen({ port: 0, host: '127.0.0.1', backlog: CALLERS }, done);
  });
  after(() => {
    callers.forEach((caller) => caller.destroy());
    server.close();
  });

  it('is put off but for sixteen calls in 1,024 connections, and then done in their order', async () => {
    const { port } = server.address() as AddressInfo; // listens on TCP
    for (let no = 0; no < CALLERS; no++) callers.push(connect(port, '127.0.0.1'));
    await until('all are accepted', () => begunAt.length === CALLERS);
    expect(begunAt.at(-1)).to.be.within(1, 2 * 16);
    await until('all calls have begun', () => begun.length === CALLERS);
    expect(begun).to.deep.equal(Array.from({ length: CALLERS }, (_, at) => at + 1));
  });

  it('is done at once when none waits', async () => {
    void afterConnections().then(() => begun.push(0));
    await Promise.resolve();
    expect(begun.at(-1)).to.equal(0);
  });
});
