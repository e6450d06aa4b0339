import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
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

  it('is given to nobody else afterwards', async () => {
    const program = `
      const { freePort } = await import('./scripts/development/free-port.ts');
      const { decideSandboxApiPort } = await import('./scripts/development/ports.ts');
      const [one] = process.env.FREE_PORTS.split('-').map(Number);
      await decideSandboxApiPort(one, false);
      const drawn = [];
      for (let count = 0; count < 15; count += 1) drawn.push(await freePort());
      console.log(drawn.includes(one));`;
    const free = await freePort();
    const env = { ...process.env, FREE_PORTS: `${free}-${free + 20}` }; // most of which are drawn
    const args = ['--import=tsx', '--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: ROOT });
    expect(stdout).to.equal('false\n');
  });

  it('is another one when that is taken and nobody chose it', async () => {
    expect(await decideSandboxApiPort(taken, false)).to.not.equal(taken);
  });

  it('stops the start when somebody chose one that is taken', async () => {
    const fault: unknown = await decideSandboxApiPort(taken, true).catch((error: unknown) => error);
    expect(String(fault)).to.include(`Port ${taken} is taken`).and.include('SANDBOX_API_PORT');
  });
});
