import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { allowAddresses } from '../../../src/ipn/call/address-rules.js';
import { makeCaller, type Caller, type PostResult } from '../../../src/ipn/call/post.js';
import { until } from '../../../scripts/until.js';
import { listenHttp, listenRaw, listenTls, type Listening } from '../receivers.js';
import { later } from '../../support/later.js';
import { selfSigned } from '../../support/self-signed.js';

/** Seconds. The first where the clock is to end the call, the other where it must not, however the machine stalls. */
const [SHORT, LONG] = [0.4, 30];
/** Answers from a thread of its own, a moment after it was asked, and says when it has. */
const ANSWERS_ELSEWHERE = `
  const states = require('node:worker_threads').workerData;
  const server = require('node:http').createServer((_, response) => {
    Atomics.store(states, 1, 1);
    response.once('finish', () => {
      Atomics.store(states, 1, 2);
      Atomics.notify(states, 1);
    });
    setTimeout(() => response.end(), 100);
  });
  server.listen(0, '127.0.0.1', () => Atomics.store(states, 0, server.address().port));
`;
const inLoopback = allowAddresses(['127.0.0.1/32']);
const nobody = () => Promise.reject(new Error('no name is looked up here'));

describe('one attempt to post a notification', () => {
  let caller: Caller;
  const listening: Listening[] = [];

  beforeEach(() => {
    caller = makeCaller(nobody, inLoopback, LONG);
  });
  afterEach(async () => {
    await caller.close();
    for (const server of listening.splice(0)) await server.close();
  });

  async function started(server: Promise<Listening>): Promise<Listening> {
    listening.push(await server);
    return server;
  }
  const send = (url: string, headers = {}) => caller.post(url, '{"id":"evt_1"}', headers);

  async function sendTo(listener: RequestListener): Promise<PostResult> {
    return send((await started(listenHttp(listener))).url);
  }
  async function sendToRaw(onRequest: (socket: Socket) => void): Promise<PostResult> {
    return send((await started(listenRaw(onRequest))).url);
  }
  const says = (text: string) => (socket: Socket) => void socket.end(text);

  describe('says what it sends', () => {
    it('as JSON, under its own name, with the given headers and exactly the given bytes', async () => {
      let seen: { method?: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string } | undefined;
      const { url } = await started(
        listenHttp((request, response) => {
          let body = '';
          request.on('data', (chunk: Buffer) => (body += chunk.toString()));
          request.on('end', () => {
            seen = { method: request.method, headers: request.headers, body };
            response.end();
          });
        }),
      );
      await caller.post(url, '{"name":"Zoë"}', { 'webhook-id': 'evt_1' });

      expect(seen?.method).to.equal('POST');
      expect(seen?.body).to.equal('{"name":"Zoë"}');
      expect(seen?.headers).to.include({
        'content-type': 'application/json',
        'content-length': '15',
        'user-agent': 'Tollgate-IPN/1',
        'accept-encoding': 'identity',
        'webhook-id': 'evt_1',
      });
    });

    it('and says how long it took, though the wall clock is put back meanwhile', async () => {
      const { url } = await started(listenHttp((_, response) => void response.end()));
      const startedAt = performance.now();
      const { durationMs } = await later(3600, () => caller.post(url, '{}', {}));
      expect(durationMs).to.be.within(0, Math.ceil(performance.now() - startedAt));
    });

    it('over the same connection again when the answer ended by itself', async () => {
      const server = await started(listenHttp((_, response) => void response.end('thanks')));
      for (let i = 0; i < 3; i += 1) {
        expect((await send(server.url)).error).to.be.null;
        await new Promise(setImmediate); // undici notices in the next turn that the connection is free
      }
      expect(server.made()).to.equal(1);
    });

    it('straight to the receiver, whatever proxy the environment names', async () => {
      const proxy = await started(listenHttp((_, response) => void response.writeHead(418).end()));
      const before = { ...process.env };
      process.env.http_proxy = process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
      try {
        expect((await sendTo((_, response) => void response.end())).status).to.equal(200);
      } finally {
        process.env = before;
      }
      expect(proxy.made()).to.equal(0);
    });
  });

  describe('is decided at the status line', () => {
    for (const status of [200, 201, 202, 204, 299])
      it(`${status} is a success`, async () => {
        const result = await sendTo((_, response) => void response.writeHead(status).end());
        expect(result).to.include({ status, error: null, retryAfter: null });
      });

    for (const status of [300, 304, 400, 401, 403, 404, 410, 429, 500, 503, 599])
      it(`${status} is a failure, with its text for the log`, async () => {
        const text = status === 304 ? '' : 'no';
        const result = await sendTo((_, response) => void response.writeHead(status).end(text));
        expect(result).to.include({ status, error: 'http', response: text });
      });

    it('a redirect is a failure that is not followed, wherever it leads', async () => {
      const inside = await started(listenHttp((_, response) => void response.end('secret')));
      for (const location of [inside.url, 'http://169.254.169.254/latest/meta-data/', '/other'])
        for (const status of [301, 302, 303, 307, 308]) {
          const result = await sendTo((_, response) => void response.writeHead(status, { location }).end());
          expect(result).to.include({ status, error: 'http' });
        }
      expect(inside.made()).to.equal(0);
    });

    it('Retry-After is read from a refusal only', async () => {
      const answer = (status: number) => sendTo((_, r) => void r.writeHead(status, { 'retry-after': '120' }).end());
      expect((await answer(503)).retryAfter).to.equal(120);
      expect((await answer(200)).retryAfter).to.be.null;
    });

    for (const informational of ['100 Continue', '102 Processing', '103 Early Hints\r\nlink: </x>'])
      it(`a ${informational.slice(0, 3)} before it is passed over`, async () => {
        const result = await sendToRaw(
          says(`HTTP/1.1 ${informational}\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
        );
        expect(result).to.include({ status: 200, error: null, response: 'ok' });
      });

    it('so are several of them at once', async () => {
      const before = ['103 Early Hints\r\nlink: </x>', '100 Continue', '100 Continue', '102 Processing'];
      const interim = before.map((each) => `HTTP/1.1 ${each}\r\n\r\n`).join('');
      const body = 'HTTP/1.1 100 Continue';
      const result = await sendToRaw(
        says(`${interim}HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
      );
      expect(result).to.include({ status: 200, error: null, response: body });
    });

    it('a 204 with bytes behind it is one success, and its connection is not used again', async () => {
      const server = await started(listenRaw((socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\nsurprise')));
      expect(await send(server.url)).to.include({ status: 204, error: null, response: '' });
      await until('the connection is closed', () => server.open() === 0);
      expect(await send(server.url)).to.include({ status: 204, error: null });
    });

    it('a 200 that breaks off is a success', async () => {
      const result = await sendToRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy());
      });
      expect(result).to.include({ status: 200, error: null });
    });

    it('a success whose body drips for ever keeps the call for two seconds', async () => {
      const startedAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const server = await started(
        listenHttp((_, response) => {
          response.writeHead(200);
          timer = setInterval(() => response.write('.'), 50);
        }),
      );
      const result = await send(server.url);
      clearInterval(timer);

      expect(result).to.include({ status: 200, error: null });
      expect(result.response).to.match(/^\.+$/);
      const took = performance.now() - startedAt;
      expect(took).to.be.within(1900, 8000);
      expect(result.durationMs).to.be.at.most(took - 1900); // until the status line
      await until('the connection is closed', () => server.open() === 0);
    });

    it('of a body of one gigabyte 4 KiB are read', async () => {
      let written = 0;
      const chunk = Buffer.alloc(65_536, 'x');
      const server = await started(
        listenHttp((_, response) => {
          const write = () => {
            while (!response.destroyed && written < 1e9) {
              written += chunk.length;
              if (!response.write(chunk)) return void response.once('drain', write);
            }
          };
          response.writeHead(500, { 'content-length': 1e9 });
          write();
        }),
      );
      const result = await send(server.url);

      expect(result).to.include({ status: 500, error: 'http', response: 'x'.repeat(4096) });
      await until('the connection is closed', () => server.open() === 0);
      expect(written).to.be.below(50e6);
    });

    it('a character that is cut at the limit is left out', async () => {
      const result = await sendTo((_, response) => void response.end(`x${'é'.repeat(4000)}`));
      expect(result.response).to.equal(`x${'é'.repeat(2047)}`);
    });

    it('a compressed answer is not unpacked', async () => {
      const zipped = Buffer.from('1f8b0800000000000003', 'hex');
      const result = await sendTo(
        (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
      );
      expect(result.error).to.be.null;
      expect(result.response).to.have.length.below(11);
    });
  });

  describe('ends by one clock', () => {
    beforeEach(async () => {
      await caller.close();
      caller = makeCaller(nobody, inLoopback, SHORT);
    });
    const expectTimeout = (result: PostResult) => {
      expect(result).to.include({ status: null, error: 'timeout', response: null });
      expect(result.durationMs).to.be.within(SHORT * 900, SHORT * 1000 + 4000); // before undici's own clock
    };

    it('when the receiver hangs', async () => {
      const server = await started(listenHttp(() => {}));
      expectTimeout(await send(server.url));
      await until('the connection is closed', () => server.open() === 0);
    });

    it('but takes an answer that came in time, while this process stood still', async () => {
      const states = new Int32Array(new SharedArrayBuffer(8)); // the port, then whether it was asked (1) and has answered (2)
      const elsewhere = new Worker(ANSWERS_ELSEWHERE, { eval: true, workerData: states, execArgv: [] });
      await until('another thread listens', () => Atomics.load(states, 0) > 0);
      const sent = send(`http://127.0.0.1:${Atomics.load(states, 0)}/`);
      while (Atomics.load(states, 1) === 0) await new Promise(setImmediate); // as near to the network as code gets
      Atomics.wait(states, 1, 1, LONG * 1000); // until it has answered
      Atomics.wait(states, 1, 2, SHORT * 1500); // until the time is over
      expect(await sent).to.include({ status: 200, error: null });
      await elsewhere.terminate();
    });

    it('when its headers drip', async () => {
      let timer: NodeJS.Timeout | undefined;
      const result = await sendToRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        timer = setInterval(() => socket.write('x-drip: 1\r\n'), 50);
      });
      clearInterval(timer);
      expectTimeout(result);
    });

    it('when it sends early hints without end', async () => {
      let timer: NodeJS.Timeout | undefined;
      const result = await sendToRaw((socket) => {
        timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      });
      clearInterval(timer);
      expectTimeout(result);
    });

    it('when its TLS handshake hangs', async () => {
      const server = await started(listenRaw(() => {}));
      expectTimeout(await send(server.url.replace('http:', 'https:')));
    });

    it('when its name is not found in time', async () => {
      const slow = makeCaller(() => new Promise(() => {}), inLoopback, SHORT);
      expectTimeout(await slow.post('http://slow.test/', '{}', {}));
      await slow.close();
    });

    it('and nothing is sent after it, when the name is found at last', async () => {
      const asked: (string | undefined)[] = [];
      const server = await started(listenHttp(({ url }, response) => void (asked.push(url), response.end())));
      let find: (addresses: string[]) => void = () => {};
      const found = new Promise<string[]>((resolve) => (find = resolve));
      const slow = makeCaller(() => found, inLoopback, SHORT);
      const post = (path: string) => slow.post(`http://slow.test:${server.port}${path}`, '{}', {});
      expectTimeout(await post('/late'));
      find(['127.0.0.1']);
      await until('another call succeeds', async () => (await post('/then')).status === 200); // after what waited before it
      await slow.close();
      await until('every connection is closed', () => server.open() === 0);
      expect(asked).to.include('/then').and.not.include('/late');
    });
  });

  describe('gives a class to what goes wrong', () => {
    it('connect: nobody listens', async () => {
      const server = await listenHttp(() => {});
      await server.close();
      expect(await send(server.url)).to.include({ status: null, error: 'connect', response: null });
    });

    it('reset: the connection is cut', async () => {
      expect(await sendToRaw((socket) => socket.resetAndDestroy())).to.include({ status: null, error: 'reset' });
    });

    it('reset: the connection is closed without an answer', async () => {
      expect(await sendToRaw((socket) => void socket.end())).to.include({ status: null, error: 'reset' });
    });

    it('reset: the connection is to go on with another protocol', async () => {
      const result = await sendToRaw(
        says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      );
      expect(result).to.include({ status: null, error: 'reset' });
    });

    for (const [name, text] of [
      ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
      ['no number', 'HTTP/1.1 OK\r\n\r\n'],
      ['the number 000', 'HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n'],
      ['the number 099', 'HTTP/1.1 099 OK\r\ncontent-length: 0\r\n\r\n'],
      ['a change to no other protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
      ['both lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok'],
      ['headers of 20 KB', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ] as const)
      it(`protocol: ${name}`, async () => {
        expect(await sendToRaw(says(text))).to.include({ status: null, error: 'protocol' });
      });

    it('dns: the name is unknown', async () => {
      expect(await send('http://unknown.test/')).to.include({ status: null, error: 'dns' });
    });

    it('tls: the certificate is signed by nobody, whatever the environment says', async () => {
      const server = await started(listenTls(createHttpsServer(selfSigned(), (_, response) => void response.end())));
      const emitWarning = process.emitWarning.bind(process);
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      process.emitWarning = () => {}; // that this is insecure, which it is not
      try {
        expect(await send(server.url)).to.include({ status: null, error: 'tls' });
      } finally {
        process.emitWarning = emitWarning;
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
    });

    it('tls: there is none', async () => {
      const server = await started(listenHttp(() => {}));
      expect(await send(server.url.replace('http:', 'https:'))).to.include({ status: null, error: 'tls' });
    });
  });

  describe('goes to allowed addresses only', () => {
    async function sendByName(answers: string[][]): Promise<PostResult[]> {
      const server = await started(
        listenHttp((_, response) => void response.writeHead(200, { connection: 'close' }).end()),
      );
      const queue = [...answers];
      const named = makeCaller(() => Promise.resolve(queue.shift() ?? []), inLoopback, LONG);
      const results = [];
      for (let i = 0; i < answers.length; i += 1)
        results.push(await named.post(`http://shop.test:${server.port}/`, '{}', {}));
      await named.close();
      return results;
    }

    for (const host of [
      '169.254.169.254',
      '127.0.0.2',
      '0177.0.0.2',
      '2130706434',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '10.0.0.1',
    ])
      it(`not to ${host}, though nobody looks it up`, async () => {
        expect(await send(`http://${host}/`)).to.include({ status: null, error: 'blocked_address', response: null });
      });

    it('without a connection to any other: whoever asks for one learns nothing of what listens there', async () => {
      const inside = await started(listenHttp((_, response) => void response.end('secret')));
      const outward = makeCaller(nobody, allowAddresses([]), LONG);
      expect((await outward.post(inside.url, '{}', {})).error).to.equal('blocked_address');
      expect(inside.made()).to.equal(0);
      await outward.close();
    });

    it('judging once more the address that was reached, before anything is sent', async () => {
      let asked = 0;
      const server = await started(listenHttp((_, response) => void (asked++, response.end())));
      let judged = 0;
      const fickle = makeCaller(nobody, () => ++judged === 1, LONG);
      expect((await fickle.post(server.url, '{}', {})).error).to.equal('blocked_address');
      expect([judged, asked]).to.deep.equal([2, 0]);
      await fickle.close();
    });

    it('to a name that leads to one', async () => {
      expect(await sendByName([['127.0.0.1']])).to.have.nested.property('[0].status', 200);
    });

    it('not to a name with one good and one bad answer, in any order', async () => {
      const results = await sendByName([
        ['127.0.0.1', '10.0.0.1'],
        ['::ffff:10.0.0.1', '127.0.0.1'],
      ]);
      expect(results.map(({ error }) => error)).to.deep.equal(['blocked_address', 'blocked_address']);
    });

    it('not to a name that has changed its answer since', async () => {
      const results = await sendByName([['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]);
      expect(results.map(({ error }) => error)).to.deep.equal([null, 'blocked_address', null]);
    });

    it('not to a name without an address', async () => {
      expect(await sendByName([[]])).to.have.nested.property('[0].error', 'dns');
    });
  });

  it('throws for what is a fault of ours', async () => {
    await caller.close();
    let thrown: unknown;
    await send('http://127.0.0.1:9/').catch((error: unknown) => (thrown = error));
    expect(thrown).to.be.instanceOf(Error);
  });
});
