import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '../../scripts/until.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { head, rawRequest } from './raw-request.js';

const MIB = 1024 * 1024;

describe('large bodies at once', () => {
  let web: Tollgate;
  const held: Socket[] = [];
  before(async () => {
    web = await startTollgate({ processes: ['web'], env: { BODY_ROOM: '20' } });
  });
  afterEach(() => held.splice(0).forEach((socket) => socket.destroy()));
  after(() => web.stop());

  const body = (mib: number) =>
    JSON.stringify({ public_key: web.merchant.public_key, trx: 'unknown', payment_proof: 'a'.repeat(mib * MIB) });
  const confirm = async (mib: number) => (await web.api('/h2h/confirm', body(mib))).status;

  /** Sends all of a body but its end, and keeps the connection. */
  async function hold(bytes: Buffer, ...headers: string[]): Promise<void> {
    const { hostname, port } = new URL(web.urls.api);
    const socket = connect(Number(port), hostname);
    held.push(socket);
    const lines = ['Content-Type: application/json', `Content-Length: ${bytes.length + 1}`, ...headers];
    socket.on('error', () => undefined).write(head('/h2h/confirm', ...lines));
    await new Promise((sent) => socket.write(bytes, sent));
  }

  it('are taken as long as there is room, and those that find none are asked to come again', async () => {
    expect(await confirm(9)).to.equal(404);
    await hold(Buffer.alloc(12 * MIB, 32));
    await until('the room is taken', async () => (await confirm(9)) === 503);
    const { status, headers, body: answer } = await web.api('/h2h/confirm', body(9));
    expect(status).to.equal(503);
    expect(answer.code).to.equal('service_unavailable');
    expect(headers['retry-after']).to.equal('2');
  });

  it('leave room once their connection or their answer is over', async () => {
    await hold(Buffer.alloc(12 * MIB, 32));
    await until('the room is taken', async () => (await confirm(9)) === 503);
    held.splice(0).forEach((socket) => socket.destroy());
    await until('there is room again', async () => (await confirm(9)) === 404);
    for (let times = 0; times < 4; times++) expect(await confirm(9)).to.equal(404);
  });

  it('count by what they may become when they are compressed', async () => {
    await hold(gzipSync(Buffer.alloc(12 * MIB, 32)), 'Content-Encoding: gzip');
    await until('the room is taken', async () => (await confirm(9)) === 503);
  });

  it('keep out none that are small', async () => {
    await hold(Buffer.alloc(13 * MIB, 32));
    await until('the room is taken', async () => (await confirm(9)) === 503);
    expect((await web.api('/h2h/confirm', body(0.05))).status).to.equal(404);
    expect((await web.api('/h2h/status', { public_key: web.merchant.public_key, trx: 'unknown' })).status).to.equal(
      404,
    );
  });
});

describe('large bodies in a process with a small heap', () => {
  let web: Tollgate;
  before(async () => {
    web = await startTollgate({ processes: ['web'], env: { NODE_OPTIONS: '--max-old-space-size=100' } });
  });
  after(() => web.stop());

  it('are asked to come again before they fill the heap, which would end the process', async () => {
    const { public_key } = web.merchant;
    const body = JSON.stringify({ public_key, trx: 'unknown', payment_proof: 'a'.repeat(9 * MIB) });
    const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    let refused = 0;
    const withheld: Socket[] = [];
    const answers = Array.from({ length: 30 }, () =>
      rawRequest(`${web.urls.api}/`, (socket) => {
        withheld.push(socket);
        socket.once('data', () => refused++).write(head('/h2h/confirm', ...lines) + body.slice(0, -1));
      }),
    );
    await until('one finds no room', () => refused > 0);
    for (const socket of withheld) if (socket.writable) socket.write(body.slice(-1));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).to.include(503);
    expect(statuses.filter((status) => status !== 404 && status !== 503)).to.deep.equal([]);
    expect((await web.api('/h2h/confirm', body)).status).to.equal(404);
  });
});
