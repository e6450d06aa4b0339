import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '../../scripts/until.js';
import { hostedBody } from '../checkout/shopper.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { head, keptOpen, rawRequest } from './raw-request.js';

const TYPE = 'Content-Type: application/json';

describe('the last answer of a connection', () => {
  let web: Tollgate;
  before(async () => {
    web = await startTollgate({
      processes: ['web'],
      env: { REQUEST_BODY_TIMEOUT: '0.3', REQUEST_HEADERS_TIMEOUT: '1', REQUEST_LINGER: '0.3' },
    });
  });
  after(() => web.stop());

  /** A hosted payment: the web process makes it alone, and at once. */
  function initiation() {
    const fields = hostedBody(web);
    const body = JSON.stringify(fields);
    return {
      identifier: fields.identifier,
      body,
      request: `${keptOpen(head('/payment/initiate', TYPE, `Content-Length: ${body.length}`))}${body}`,
    };
  }

  const statusOf = async (identifier: string) =>
    (await web.api('/payment/status', { public_key: web.merchant.public_key, identifier })).status;

  /** Sends `first`, and `rest` once the server has ended its side; gives what came back until it closed the connection. */
  async function converse(first: string, rest: string): Promise<string> {
    const { hostname, port } = new URL(web.urls.api);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString('utf8'))).on('error', () => undefined);
    const ended = once(socket, 'end');
    socket.write(first);
    await ended;
    socket.write(rest);
    await until('the server has closed the connection, and says so to whoever writes', () => {
      socket.write('\r\n');
      return socket.closed;
    });
    return text;
  }

  const TOO_LARGE = `${keptOpen(head('/h2h/status', TYPE, 'Content-Length: 200000'))}`;
  const REFUSED: [what: string, first: string, rest: string, status: number][] = [
    ['an unknown path', keptOpen(head('/nowhere', TYPE, 'Content-Length: 4')), 'rest', 404],
    ['another media type', keptOpen(head('/h2h/status', 'Content-Length: 4')), 'rest', 415],
    ['a body that came too late', keptOpen(head('/h2h/status', TYPE, 'Content-Length: 4')), 'rest', 408],
    ['a body that is too large', TOO_LARGE, ' '.repeat(200_000), 413],
  ];
  for (const [what, first, rest, status] of REFUSED)
    it(`is about ${what}: a payment behind it is not made`, async () => {
      const { identifier, request } = initiation();
      const text = await converse(first, rest + request);
      expect(text)
        .to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
        .and.match(/\r\nConnection: close\r\n/i);
      expect(await statusOf(identifier)).to.equal(404);
    });

  it('is about a large body: a payment in the same packet is not made', async () => {
    const { identifier, request } = initiation();
    await converse(TOO_LARGE + ' '.repeat(200_000) + request, '');
    expect(await statusOf(identifier)).to.equal(404);
  });

  it('is about headers that came too late: the payment that they began is not made', async () => {
    const { identifier, request } = initiation();
    expect(await converse(request.slice(0, 50), request.slice(50))).to.match(/^HTTP\/1\.1 408 /);
    expect(await statusOf(identifier)).to.equal(404);
  });

  it('is about a form that came too late: nothing is done', async () => {
    const { identifier, body } = initiation();
    const { redirect_url } = (await web.api('/payment/initiate', body)).body;
    const { pathname, search } = new URL(redirect_url ?? '');
    const form = head(`${pathname}${search}`, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 13');
    expect(await converse(form, 'action=cancel')).to.match(/^HTTP\/1\.1 408 /);
    const { payment_status } = (await web.api('/payment/status', { public_key: web.merchant.public_key, identifier }))
      .body;
    expect(payment_status).to.equal('pending');
  });

  for (const connection of ['keep-alive', 'close'])
    it(`is that of the payment when something unreadable follows it (Connection: ${connection})`, async () => {
      const { request } = initiation();
      const text = await converse(`${request.replace('keep-alive', connection)} and more`, '');
      expect(text)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.match(/\r\nConnection: close\r\n/i);
      expect(text.match(/HTTP\/1\.1/g)).to.have.length(1);
    });

  it('reaches a client that has ended its own side', async () => {
    const { status } = await rawRequest(web.urls.api, (socket) => socket.end(initiation().request));
    expect(status).to.equal(200);
  });

  /** What is mounted late, so that Express lets other things happen before it reads the body. */
  it('is about the body of a client that has ended its own side, wherever it was sent', async () => {
    const { identifier, body } = initiation();
    const { redirect_url } = (await web.api('/payment/initiate', body)).body;
    const query = JSON.stringify({ public_key: web.merchant.public_key });
    for (let times = 0; times < 5; times++) {
      const request = head('/h2h/events', TYPE, `Content-Length: ${query.length}`) + query;
      expect((await rawRequest(web.urls.api, (socket) => socket.end(request))).body).to.include({ status: 'success' });
    }
    const { pathname, search } = new URL(redirect_url ?? '');
    const form = head(`${pathname}${search}`, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 13');
    const { status } = await rawRequest(web.urls.api, (socket) => socket.end(`${form}action=cancel`));
    expect(status).to.equal(303);
    const asked = await web.api('/payment/status', { public_key: web.merchant.public_key, identifier });
    expect(asked.body.payment_status).to.equal('cancelled');
  });
});
