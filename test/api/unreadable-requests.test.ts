import { expect } from 'chai';
import { answerOf, differences } from '../reference/described.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { head, rawRequest } from './raw-request.js';

const TYPE = 'Content-Type: application/json';

describe('a request that Node cannot read', () => {
  let web: Tollgate;
  before(async () => {
    web = await sharedTollgate();
  });

  const UNREADABLE: [what: string, request: string, status: number][] = [
    ['is no HTTP', 'hello\r\n\r\n', 400],
    ['has a broken chunk', `${head('/h2h/status', TYPE, 'Transfer-Encoding: chunked')}xyz\r\n`, 400],
    ['has two lengths', `${head('/h2h/status', TYPE, 'Transfer-Encoding: chunked', 'Content-Length: 2')}{}`, 400],
    ['names no host', `POST /h2h/status HTTP/1.1\r\n${TYPE}\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['has too many headers', head('/h2h/status', TYPE, `X-Filler: ${'x'.repeat(40_000)}`), 431],
  ];
  const each = UNREADABLE.flatMap((row) => (['api', 'console'] as const).map((server) => [...row, server] as const));
  for (const [what, request, expected, server] of each)
    it(`is answered in the one error format when it ${what} (${server})`, async () => {
      const { status, headers, body } = await rawRequest(web.urls[server], (socket) => socket.write(request));
      expect(status).to.equal(expected);
      expect(headers).to.include({ connection: 'close', 'content-type': 'application/json; charset=utf-8' });
      expect(headers['x-request-id']).to.match(/^req_[\da-f]{32}$/);
      expect(body).to.deep.equal({
        status: 'error',
        message: ['This request cannot be read'],
        code: 'bad_request',
        request_id: headers['x-request-id'],
      });
      expect(differences(answerOf('/h2h/status', 'post', expected), body)).to.deep.equal([]);
    });

  it('is none that brings a customer back with as much as a gateway may send along', async () => {
    const longest = 'x'.repeat(20_000); // Adyen's document: PaymentCompletionDetails, redirectResult
    const { status } = await fetch(`${web.urls.api}/3ds/return/none?redirectResult=${longest}`);
    expect(status).to.equal(404);
  });

  for (const [server, path] of [
    ['api', '/h2h/status'],
    ['console', '/api/merchants'],
  ] as const)
    it(`is read all the same when it only expects what we do not know (${server})`, async () => {
      const { status, headers } = await rawRequest(web.urls[server], (socket) =>
        socket.write(`${head(path, TYPE, 'Expect: a miracle', 'Content-Length: 2')}{}`),
      );
      expect(status).to.equal(401);
      expect(headers).to.have.property('x-request-id');
    });
});
