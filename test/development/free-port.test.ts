import { expect } from 'chai';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { freePort, isFree } from '../../scripts/development/free-port.js';

describe('freePort()', () => {
  // A process of ours was to listen on a port that its own connection to a store had been given meanwhile.
  it('gives each port once, and none that an outgoing connection may be given', async () => {
    const ports = await Promise.all(Array.from({ length: 500 }, () => freePort()));
    const [outgoing] = (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).split('\t').map(Number);
    expect(new Set(ports).size).to.equal(ports.length);
    expect(Math.max(...ports)).to.be.lessThan(outgoing ?? 0);
  });

  it('gives none that somebody listens on', async () => {
    const port = await freePort();
    const server = createServer().listen(port);
    await once(server, 'listening');
    expect(await isFree(port)).to.equal(false);
    server.close();
    await once(server, 'close');
    expect(await isFree(port)).to.equal(true);
  });
});
