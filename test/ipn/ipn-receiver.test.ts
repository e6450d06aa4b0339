import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../config/root.js';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import { PortTaken } from '../../src/http/listen.js';
import { signedHeaders } from '../../src/ipn/call/sign.js';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const notification = { id: 'evt_1', type: 'payment.success', sequence: 7, identifier: 'order-1', status: 'success' };
const body = JSON.stringify(notification);

function send(url: string, signedWith = secret, sent = body): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(url, {
    method: 'POST',
    headers: signedHeaders({ id: 'evt_1', timestamp, body }, [signedWith]),
    body: sent,
  });
}

describe('the receiver of notifications', () => {
  let receiver: Receiver | undefined;
  afterEach(() => receiver?.close());

  it('keeps what comes, with its headers and raw body, and says whether the signature is right', async () => {
    receiver = await startReceiver({ secret });
    expect((await send(receiver.url)).status).to.equal(204);
    expect((await send(receiver.url, other)).status).to.equal(401);
    expect((await send(receiver.url, secret, `${body} `)).status).to.equal(401);
    expect((await fetch(receiver.url, { method: 'POST', body: 'hello' })).status).to.equal(401);

    expect(receiver.received.map(({ verified }) => verified)).to.deep.equal([true, false, false, false]);
    expect(receiver.received[0]).to.deep.include({ id: 'evt_1', body, event: notification, status: 204 });
    expect(receiver.received[0]?.headers).to.include.keys('webhook-id', 'webhook-signature');
    expect(receiver.received[3]).to.include({ id: '', event: null, body: 'hello' });
  });

  it('checks nothing without a secret, and answers as it is told', async () => {
    receiver = await startReceiver({ respond: ({ event }) => (event ? 202 : 400) });
    expect((await send(receiver.url, other)).status).to.equal(202);
    expect(receiver.received[0]?.verified).to.be.null;
  });

  it('keeps only the latest when it is told to, so that it can run for as long as anybody likes', async () => {
    receiver = await startReceiver({ kept: 1 });
    for (const sent of ['first', 'second']) await fetch(receiver.url, { method: 'POST', body: sent });
    expect(receiver.received.map(({ body }) => body)).to.deep.equal(['second']);
  });

  it('says when its port is taken', async () => {
    receiver = await startReceiver();
    let thrown: unknown;
    await startReceiver({ port: receiver.port }).catch((error: unknown) => (thrown = error));
    expect(thrown).to.be.instanceOf(PortTaken);
  });
});

describe('npm run ipn-receiver', () => {
  it('prints a line for each event, and fails at first when asked to, where nothing is set', async () => {
    const options = ['--port', '0', '--secret', secret, '--fail', '1', '--status', '202'];
    const child = spawn(process.execPath, ['dist/scripts/ipn-receiver.js', ...options], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, LOCAL_DIR: '/nowhere' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const [banner] = (await once(createInterface(child.stderr), 'line')) as [string];
      const url = /http:\S+/.exec(banner)?.[0] ?? '';
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

      expect((await send(url)).status).to.equal(500);
      expect((await lines.next()).value).to.match(
        /payment\.success {2}identifier=order-1 {2}sequence=7 .*verified {2}-> 500$/,
      );
      expect((await send(url)).status).to.equal(202);
      expect((await send(url, other)).status).to.equal(401);
      expect((await lines.next()).value).to.match(/ verified {2}-> 202$/);
      expect((await lines.next()).value).to.match(/SIGNATURE WRONG/);
    } finally {
      child.kill('SIGTERM');
    }
    await once(child, 'exit');
    expect(child.exitCode).to.equal(0);
  });

  describe('says in one line what is wrong with', () => {
    let taken: Receiver;
    before(async () => {
      taken = await startReceiver();
    });
    after(() => taken.close());

    const WRONG: [what: string, args: () => string[], code: number, says: RegExp][] = [
      ['a port that is none', () => ['--port', '70000'], 2, /^error: option '--port <number>'.* must be 0 to 65535\n$/],
      ['an unknown option', () => ['--prot', '1'], 2, /^error: unknown option '--prot'/],
      [
        'a port that is taken',
        () => ['--port', String(taken.port)],
        1,
        /^ipn-receiver: Port \d+ cannot be had \(EADDRINUSE\): set --port to another one\n$/,
      ],
    ];
    for (const [what, args, code, says] of WRONG)
      it(what, async () => {
        const child = spawn(process.execPath, ['dist/scripts/ipn-receiver.js', ...args()], {
          cwd: ROOT,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
        expect(stderr).to.match(says);
        expect(child.exitCode).to.equal(code);
      });
  });
});
