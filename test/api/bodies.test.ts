import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import type { Answer } from '../support/ask.js';
import { head, rawRequest } from './raw-request.js';
import { startWeb, type Web } from './web.js';

const KIB_100 = 100 * 1024;
const MIB_20 = 20 * 1024 * 1024;
const JSON_TYPE = 'Content-Type: application/json';

/** An object that is nested so many levels deep, itself included. */
const nested = (levels: number, key: string) =>
  `{"public_key":"${key}","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('request bodies', () => {
  let web: Web;
  let merchant: MerchantKeys;
  before(async () => {
    web = await startWeb();
    merchant = await web.merchant();
  });
  after(() => web.close());

  const send = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    web.ask('/h2h/status', { body, headers: { 'content-type': 'application/json', ...headers } });
  const right = () => JSON.stringify({ public_key: merchant.public_key, trx: 'unknown' });
  /** Read, understood and answered by what comes after it. */
  const isTaken = ({ body }: Answer) => expect(body.code).to.equal('transaction_not_found');

  const NO_OBJECT: [what: string, body: string | Buffer][] = [
    ['no JSON', 'public_key=pk_test_1'],
    ['cut-off JSON', '{"public_key":"pk_test_1"'],
    ['JSON with something after it', '{"public_key":"pk_test_1"} {}'],
    ['JSON with a comma too many', '{"public_key":"pk_test_1",}'],
    ['an array', '[{"public_key":"pk_test_1"}]'],
    ['null', 'null'],
    ['a string', '"pk_test_1"'],
    ['a number', '42'],
    ['true', 'true'],
    ['NaN', '{"amount":NaN}'],
    ['nothing', ''],
    ['spaces', '   '],
    ['text that is not UTF-8', Buffer.from('{"public_key":"caf\u00e9"}', 'latin1')],
    ['UTF-16', Buffer.from('{"public_key":"pk_test_1"}', 'utf16le')],
    ['a byte order mark', '\ufeff{"public_key":"pk_test_1"}'],
    ['a body nested 21 deep', nested(21, 'pk_test_1')],
    ['a body nested 50,000 deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['objects nested 21 deep', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
  ];
  for (const [what, body] of NO_OBJECT)
    it(`refuses ${what} as invalid_json, without echoing it`, async () => {
      const answer = await send(body);
      expect(answer.status).to.equal(400);
      expect(answer.body).to.include({ status: 'error', code: 'invalid_json' });
      expect(answer.text).to.not.include('pk_test_1');
    });

  it('takes a body nested 20 deep', async () => {
    expect((await send(nested(20, merchant.public_key))).body.code).to.equal('validation_error');
    expect((await send(nested(20, 'pk_test_1'))).body.code).to.equal('authentication_failed');
  });

  const TYPES = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json;',
    'application/json; profile="x"',
  ];
  for (const type of TYPES)
    it(`takes Content-Type ${type}`, async () => isTaken(await send(right(), { 'content-type': type })));

  const OTHER_TYPES = [
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/problem+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
  ];
  for (const type of OTHER_TYPES)
    it(`refuses Content-Type ${type || 'that is empty'}`, async () => {
      const answer = await send(right(), { 'content-type': type });
      expect(answer.status).to.equal(415);
      expect(answer.body.code).to.equal('unsupported_media_type');
    });

  it('refuses a body without Content-Type', async () => {
    const answer = await rawRequest(web.url, (socket) => socket.write(`${head('/h2h/status', 'Content-Length: 2')}{}`));
    expect(answer.status).to.equal(415);
  });

  it('takes 100 KB and refuses a byte more', async () => {
    const filled = (size: number) => right().padEnd(size, ' ');
    isTaken(await send(filled(KIB_100)));
    const answer = await send(filled(KIB_100 + 1));
    expect(answer.status).to.equal(413);
    expect(answer.body.code).to.equal('payload_too_large');
  });

  for (const [how, start] of [
    ['by its announced length', `${head('/h2h/status', JSON_TYPE, 'Content-Length: 200000')}{`],
    [
      'by what has come of it',
      `${head('/h2h/status', JSON_TYPE, 'Transfer-Encoding: chunked')}19001\r\n${' '.repeat(0x19001)}`,
    ],
  ] as const)
    it(`refuses a body that is too large ${how}, without waiting for the rest`, async () => {
      const { status, body } = await rawRequest(web.url, (socket) => socket.write(start));
      expect(status).to.equal(413);
      expect(body.code).to.equal('payload_too_large');
    });

  const MANY = 200_000;
  const confirmation = (pad: string) =>
    `{"public_key":"${merchant.public_key}","trx":"unknown","payment_proof":"UTR 1234","pad":${pad}}`;
  const confirm = (pad: string) => web.ask('/h2h/confirm', { body: confirmation(pad) });

  for (const [what, one] of [
    ['objects', '{}'],
    ['arrays', '[]'],
    ['numbers', '0'],
    ['texts', '"\\\\"'],
  ] as const)
    it(`refuses a proof's body with ${MANY} ${what} in it, which nobody should have to parse`, async () => {
      const answer = await confirm(`[${Array(MANY).fill(one).join(',')}]`);
      expect(answer.status).to.equal(413);
      expect(answer.body.code).to.equal('payload_too_large');
    });

  it('takes a large text, whatever it is made of', async () => {
    isTaken(await confirm(JSON.stringify('[{,"\\'.repeat(MANY))));
    isTaken(await confirm(`""${' '.repeat(MANY)}`));
  });

  it('reads gzip, and counts what it becomes', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    isTaken(await send(gzipSync(right()), gzip));
    expect((await send(gzipSync(' '.repeat(10_000_000)), gzip)).body.code).to.equal('payload_too_large');
    expect((await send('no gzip', gzip)).body.code).to.equal('invalid_json');
    expect((await send(right(), { 'content-encoding': 'compress' })).body.code).to.equal('unsupported_media_type');
  });

  it('takes a body in chunks', async () => {
    const [first, second] = [right().slice(0, 10), right().slice(10)];
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const answer = await rawRequest(web.url, (socket) => {
      socket.write(`${head('/h2h/status', JSON_TYPE, 'Transfer-Encoding: chunked')}${chunk(first)}`);
      setImmediate(() => socket.write(`${chunk(second)}0\r\n\r\n`));
    });
    expect(answer.status).to.equal(404);
    expect(answer.text).to.include('transaction_not_found');
  });

  it('refuses chunks that are more than 100 KB together', async () => {
    const answer = await rawRequest(web.url, (socket) => {
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
      socket.write(`${head('/h2h/status', JSON_TYPE, 'Transfer-Encoding: chunked')}${chunk.repeat(7)}0\r\n\r\n`);
    });
    expect(answer.status).to.equal(413);
  });

  it('lets a client that sends all of a body that is too large read the answer', async () => {
    const start = head('/h2h/confirm', JSON_TYPE, `Content-Length: ${MIB_20}`);
    const { status, headers } = await rawRequest(web.url, (socket) => socket.write(start + ' '.repeat(MIB_20)));
    expect(status).to.equal(413);
    expect(headers.connection).to.equal('close');
  });

  it('lets a client that asks send on (Expect: 100-continue)', async () => {
    const answer = await rawRequest(web.url, (socket) => {
      const length = `Content-Length: ${Buffer.byteLength(right())}`;
      socket.write(head('/h2h/status', JSON_TYPE, length, 'Expect: 100-continue'));
      socket.once('data', () => socket.write(right()));
    });
    expect(answer.text).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 404 /);
  });

  it('keeps serving after clients that hang up in the middle of a body', async () => {
    for (let time = 0; time < 5; time++)
      await rawRequest(web.url, (socket) => {
        socket.end(`${head('/h2h/status', JSON_TYPE, 'Content-Length: 100')}{"public_key"`);
      });
    isTaken(await send(right()));
  });
});
