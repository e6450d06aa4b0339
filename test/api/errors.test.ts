import { expect } from 'chai';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import type { Answer, Question } from '../support/ask.js';
import { initiateBody, startWeb, type Web } from './web.js';

const CARD_NUMBER = '4000 0000 0000 3220';
const DIGITS = CARD_NUMBER.replaceAll(' ', '');
const CALLS = [
  ...['/h2h/initiate', '/h2h/confirm', '/h2h/status', '/h2h/cancel', '/h2h/events'],
  ...['/payment/initiate', '/payment/status'],
];

describe('errors', () => {
  let web: Web;
  let merchant: MerchantKeys;
  before(async () => {
    web = await startWeb();
    merchant = await web.merchant();
  });
  after(() => web.close());

  /** What every error has, whatever went wrong. */
  function isError({ status, headers, body, text }: Answer): void {
    expect(status).to.be.within(400, 599);
    expect(body.status).to.equal('error');
    expect(body.message).to.be.an('array').that.is.not.empty;
    for (const line of Array.isArray(body.message) ? body.message : [])
      expect(line).to.be.a('string').that.is.not.empty;
    expect(body.code).to.match(/^[a-z_]+$/);
    expect(body.request_id).to.be.a('string').that.equals(headers['x-request-id']);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(headers['cache-control']).to.equal('no-store');
    expect(text).to.not.match(/\bat \S+ \(|node_modules|\.ts:\d/);
  }

  const card = (changes: object) => ({
    number: CARD_NUMBER,
    expiry_month: 12,
    expiry_year: 2030,
    cvv: '987',
    holder: 'A B',
    ...changes,
  });
  const WRONG: [what: string, status: number, question: () => Question & { path: string }][] = [
    ['an unknown path', 404, () => ({ path: '/nowhere', body: {} })],
    ['the root', 404, () => ({ path: '/', method: 'GET' })],
    ['a path in capitals', 404, () => ({ path: '/H2H/Status', body: {} })],
    ['a path that cannot be decoded', 404, () => ({ path: '/h2h/%zz', body: {} })],
    ['a wrong method', 405, () => ({ path: '/h2h/status', method: 'DELETE' })],
    ['no JSON', 400, () => ({ path: '/h2h/status', body: '{' })],
    ['no key', 401, () => ({ path: '/h2h/status', body: {} })],
    [
      'no such payment',
      404,
      () => ({ path: '/h2h/status', body: { public_key: merchant.public_key, trx: 'unknown' } }),
    ],
    [
      'wrong fields',
      400,
      () => ({ path: '/h2h/initiate', body: { public_key: merchant.public_key, currency: 'USD', card: {} } }),
    ],
    ['no route', 422, () => ({ path: '/h2h/initiate', body: initiateBody(merchant.public_key) })],
  ];
  for (const [what, status, question] of WRONG)
    it(`have one form: ${what}`, async () => {
      const { path, ...rest } = question();
      const answer = await web.ask(path, rest);
      isError(answer);
      expect(answer.status).to.equal(status);
    });

  it('name the fields, in the order of the table, with a code and a sentence each', async () => {
    const { body } = await web.ask('/h2h/initiate', {
      body: {
        public_key: merchant.public_key,
        payment_method_type: 'card',
        amount: '100',
        card: { cvv: 1 },
        site_logo: 'logo',
      },
    });
    expect(body.errors?.map(({ field }) => field)).to.deep.equal([
      ...['amount', 'currency', 'customer'],
      ...['card.number', 'card.expiry_month', 'card.expiry_year', 'card.cvv', 'card.holder'],
      ...['billing_address', 'device_fingerprint', 'details', 'identifier'],
      ...['ipn_url', 'success_url', 'cancel_url', 'site_name', 'site_logo'],
    ]);
    expect(body.message).to.deep.equal(body.errors?.map(({ message }) => message));
    expect(body.message).to.include('Card number is required');
    for (const { code } of body.errors ?? []) expect(code).to.match(/^[a-z_]+$/);
  });

  const LEAKS: [what: string, changes: object][] = [
    ['a number that is one digit off', { card: card({ number: `${CARD_NUMBER.slice(0, -1)}1` }) }],
    ['a number with letters', { card: card({ number: `${CARD_NUMBER}x` }) }],
    ['a number that is a number', { card: card({ number: Number(DIGITS) }) }],
    ['a code that is too long', { card: card({ cvv: '98765' }) }],
    [
      'the number in every other field',
      {
        currency: CARD_NUMBER,
        details: { it: CARD_NUMBER },
        ipn_url: CARD_NUMBER,
        site_name: 4000000000003220,
        customer: { email: CARD_NUMBER, mobile: CARD_NUMBER },
        billing_address: { country: CARD_NUMBER },
        payment_method_type: CARD_NUMBER,
      },
    ],
    ['a card in place of a text', { details: card({}) }],
  ];
  for (const [what, changes] of LEAKS)
    it(`never echo a card: ${what}`, async () => {
      const answer = await web.ask('/h2h/initiate', {
        body: initiateBody(merchant.public_key, { card: card({}), ...changes }),
      });
      expect(answer.status).to.equal(400);
      const { request_id, ...said } = answer.body; // random: it may hold any three digits
      const digits = JSON.stringify(said).replace(/[\s-]/g, '');
      for (const secret of [DIGITS.slice(0, 12), DIGITS.slice(-8), '98765', '987'])
        expect(digits).to.not.include(secret);
    });

  it('never echo a card that stands in broken JSON', async () => {
    const answer = await web.ask('/h2h/initiate', { body: `{"card":{"number":"${DIGITS}","cvv":987,}}` });
    expect(answer.status).to.equal(400);
    expect(answer.text).to.not.include('400000');
    expect(answer.text).to.not.include('987,');
  });

  for (const path of CALLS.flatMap((call) => [call, `/v1${call}`]))
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const)
      it(`answers ${method} ${path} with 405 and what is allowed`, async () => {
        const answer = await fetch(`${web.url}${path}`, { method });
        expect(answer.status).to.equal(405);
        expect(answer.headers.get('allow')).to.equal('POST');
        const text = await answer.text();
        if (method === 'HEAD') expect(text).to.equal('');
        else expect(JSON.parse(text)).to.include({ status: 'error', code: 'method_not_allowed' });
      });

  for (const [path, allow] of [
    ['/3ds/return/x', 'GET, HEAD, POST'],
    ['/wallet/return/x', 'GET, HEAD, POST'],
    ['/callbacks/sandbox', 'POST'],
  ] as const)
    it(`answers PUT ${path} with 405 and what is allowed`, async () => {
      const answer = await fetch(`${web.url}${path}`, { method: 'PUT' });
      expect(answer.status).to.equal(405);
      expect(answer.headers.get('allow')).to.equal(allow);
    });

  for (const path of CALLS)
    it(`answers /v1${path} as ${path}`, async () => {
      const [plain, versioned] = await Promise.all(
        ['', '/v1'].map((version) =>
          web.ask(`${version}${path}`, { body: { public_key: merchant.public_key, limit: 'x' } }),
        ),
      );
      expect(plain?.status).to.equal(400);
      expect({ ...versioned?.body, request_id: '' }).to.deep.equal({ ...plain?.body, request_id: '' });
    });
});
