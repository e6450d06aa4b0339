import { expect } from 'chai';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { head, keptOpen, rawRequest } from './raw-request.js';

const TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';

describe('a body that does not come', () => {
  let web: Tollgate;
  before(async () => {
    web = await startTollgate({
      processes: ['web', 'console'],
      env: { REQUEST_BODY_TIMEOUT: '0.3', REQUEST_HEADERS_TIMEOUT: '1', REQUEST_LINGER: '0.3' },
    });
  });
  after(() => web.stop());

  const SLOW: [what: string, length: string, first: string][] = [
    ['nothing of it', 'Content-Length: 100', ''],
    ['half of it', 'Content-Length: 100', '{"public_key":'],
    ['no last chunk', 'Transfer-Encoding: chunked', '2\r\n{}\r\n'],
  ];
  for (const [what, length, first] of SLOW)
    it(`is answered with 408 when there is ${what}, and the connection closed`, async () => {
      const { status, headers, body } = await rawRequest(web.urls.api, (socket) =>
        socket.write(keptOpen(head('/h2h/initiate', TYPE, length)) + first),
      );
      expect(status).to.equal(408);
      expect(headers.connection).to.equal('close');
      expect(body).to.deep.equal({
        status: 'error',
        message: ['The request body was not received in time'],
        code: 'request_timeout',
        request_id: headers['x-request-id'],
      });
    });

  it('is answered with 408 when it only drips', async () => {
    const { status } = await rawRequest(web.urls.api, (socket) => {
      socket.write(head('/h2h/status', TYPE, 'Content-Length: 10000'));
      const timer = setInterval(() => socket.write(' '), 50);
      socket.once('close', () => clearInterval(timer));
    });
    expect(status).to.equal(408);
  });

  // Those that read no body, and those that are no calls of merchants: each held its connection for as long as it liked.
  const OTHERS: [what: string, to: 'api' | 'console', request: string, status: number][] = [
    ["a gateway's callback", 'api', head('/callbacks/sandbox', TYPE, 'Content-Length: 100'), 408],
    [
      'an answer that needs none',
      'api',
      head('/3ds/return/x', TYPE, 'Content-Length: 100').replace('close', 'keep-alive'),
      404,
    ],
    [
      'a GET with a body',
      'api',
      'GET /payment/checkout HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100\r\n\r\n',
      404,
    ],
    ["the console's login", 'console', head('/login', FORM_TYPE, 'Content-Length: 100'), 408],
  ];
  for (const [what, to, request, expected] of OTHERS)
    it(`does not keep the connection of ${what} open by dripping`, async () => {
      const { status } = await rawRequest(web.urls[to], (socket) => {
        socket.on('error', () => undefined).write(request);
        const timer = setInterval(() => socket.write(' '), 50);
        socket.once('close', () => clearInterval(timer));
      });
      expect(status).to.equal(expected);
    });

  it('is not waited for when the request is refused without it', async () => {
    for (const [path, type, status] of [
      ['/h2h/unknown', TYPE, 404],
      ['/h2h/initiate', 'Content-Type: text/plain', 415],
    ] as const) {
      const answer = await rawRequest(web.urls.api, (socket) => socket.write(head(path, type, 'Content-Length: 100')));
      expect(answer.status).to.equal(status);
    }
  });

  it('delays nobody else', async () => {
    const { body } = await web.api('/h2h/status', { public_key: web.merchant.public_key, trx: 'unknown' });
    expect(body.code).to.equal('transaction_not_found');
  });
});
