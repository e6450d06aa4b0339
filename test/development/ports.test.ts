import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../scripts/development/free-port.js';
import { decideSandboxApiPort } from '../../scripts/development/ports.js';

describe("the port of the sandbox's payment API", () => {
  let taken: number;
  let server: Server;
  before(async () => {
    taken = await freePort();
    server = createServer().listen(taken);
    await once(server, 'listening');
  });
  after(() => server.close());

  it('is the one that is asked for, while it is free', async () => {
    const free = await freePort();
    for (const chosen of [true, false]) expect(await decideSandboxApiPort(free, chosen)).to.equal(free);
  });

  it('is another one when that is taken and nobody chose it', async () => {
    expect(await decideSandboxApiPort(taken, false)).to.not.equal(taken);
  });

  it('stops the start when somebody chose one that is taken', async () => {
    const fault: unknown = await decideSandboxApiPort(taken, true).catch((error: unknown) => error);
    expect(String(fault)).to.include(`Port ${taken} is taken`).and.include('SANDBOX_API_PORT');
  });
});
