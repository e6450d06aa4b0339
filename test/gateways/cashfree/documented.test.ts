import { expect } from 'chai';
import { ConnectorError, KeyTaken } from '../../../src/connectors/connector.js';
import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { createCashfreeDisputes } from '../../../src/connectors/cashfree/disputes.js';
import { createCashfreeLedger } from '../../../src/connectors/cashfree/ledger.js';
import { refundIdOf } from '../../../src/connectors/cashfree/names.js';
import { createCashfreeRefunds } from '../../../src/connectors/cashfree/refunds.js';
import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import { authorization } from '../../support/card-authorization.js';
import { upiRequest } from '../../support/local-requests.js';
import { serve, type Served } from '../../support/serve.js';
import { thrownBy } from '../../support/thrown-by.js';
import { cashfreeAccess } from './access.js';
import { newAbout } from './paid.js';

type Answer = [status: number, body: unknown];

/** What Cashfree's documents allow, and the stand-in does not say: each answer by method and path, ids left out. */
describe('answers that the documents of Cashfree allow', () => {
  let cashfree: Served;
  let answers: Record<string, Answer> = {};
  let calls: { path: string; body: string }[] = [];

  before(async () => {
    cashfree = await serve((request, response) => {
      const { method = '', url = '' } = request;
      const path = `${method} ${url.replace(/\/(orders|refunds|disputes)\/(?!sessions)[^/]+/g, '/$1/*')}`;
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        calls.push({ path, body });
        const [status, said] = answers[path] ?? [500, {}];
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      });
    });
  });
  after(() => cashfree.close());
  beforeEach(() => (calls = []));

  const access = () => cashfreeAccess({ apiUrl: cashfree.url });
  const upi = () => createCashfreeUpi(access());
  const cards = () => createCashfreeCards(access());
  const refunds = () => createCashfreeRefunds(access());
  const disputes = () => createCashfreeDisputes(access());
  const ledger = () => createCashfreeLedger(access());

  const failure = (code: string) => ({ message: 'x', code, type: 'invalid_request_error' });
  const orderOf = ({ key }: { key: string }, order_status = 'ACTIVE') => ({
    cf_order_id: '2149460581',
    order_id: key,
    entity: 'order',
    order_currency: 'INR',
    order_amount: 49.9,
    order_status,
    payment_session_id: 'session_x',
    order_note: null,
    order_tags: null,
    terminal_data: null,
  });
  const refundOf = (about: ReturnType<typeof newAbout>) => ({
    ...about,
    key: `${about.trx}-r1`,
    charge: { key: about.key, at: new Date() },
  });

  for (const code of ['order_not_found', 'somethind_not_found', 'resource_not_found', 'payment_not_found'])
    it(`that nobody has heard of it, by the code ${code}`, async () => {
      const about = newAbout();
      const never: Answer = [404, failure(code)];
      answers = {
        'GET /orders/*': never,
        'GET /orders/*/refunds/*': never,
        'GET /orders/*/disputes': never,
        'GET /orders/*/payments': never,
      };
      expect(await cards().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
      expect(await refunds().fetchRefund(refundOf(about))).to.deep.equal({ outcome: 'unknown' });
      expect(await disputes().disputesOf(about)).to.deep.equal([]);
      expect(await ledger().find(about)).to.equal(null);
    });

  for (const [status, body] of [
    [404, failure('request_failed')],
    [404, { message: 'not found' }],
    [404, { ...failure('order_not_found'), type: undefined }],
    [400, failure('order_not_found')],
  ] as const)
    it(`but not by HTTP ${status} ${JSON.stringify(body)}, which may be about the path`, async () => {
      answers = { 'GET /orders/*': [status, body] };
      expect(await thrownBy(cards().fetchCard(newAbout()))).to.be.instanceOf(ConnectorError);
    });

  for (const status of [409, 400])
    it(`that a key was used before, by HTTP ${status}: never a decline beside a charge`, async () => {
      const about = newAbout();
      answers = {
        'POST /orders': [status, failure('order_already_exists')],
        'GET /orders/*': [200, orderOf(about, 'PAID')],
        'GET /orders/*/payments': [
          200,
          [{ cf_payment_id: '1', payment_status: 'SUCCESS', payment_amount: 49.9, payment_currency: 'INR' }],
        ],
      };
      const result = await cards().authorizeCard(authorization('4706131211212123'), about);
      expect(result).to.include({ outcome: 'authorized', amount: 4990 });
      const other = { ...about, amount: 4991 };
      expect(await thrownBy(cards().authorizeCard(authorization('4706131211212123'), other))).to.be.instanceOf(
        KeyTaken,
      );
    });

  for (const bank_reference of ['NA', 'null', 'n/a', '', null])
    it(`of a payment over UPI whose bank has no name for it: ${JSON.stringify(bank_reference)}`, async () => {
      const about = newAbout();
      const paid = { cf_payment_id: '1', payment_status: 'SUCCESS', payment_amount: 49.9, payment_group: 'upi' };
      answers = {
        'GET /orders/*': [200, orderOf(about, 'PAID')],
        'GET /orders/*/payments': [200, [{ ...paid, bank_reference }]],
      };
      expect(await upi().fetchOrder(about)).to.include({ outcome: 'paid', reference: '1' });
    });

  describe('for a link over UPI, whose payload is just an object:', () => {
    const query = 'pa=shop@bank&pn=Shop&tr=7&am=49.90&cu=INR';
    const any = `upi://pay?${query}`;
    const opened = (data: object) => {
      const about = newAbout();
      const body = { cf_payment_id: '7', payment_amount: 49.9, channel: 'link', action: 'custom', data };
      answers = { 'POST /orders': [200, orderOf(about)], 'POST /orders/sessions': [200, body] };
      return upi().createUpi(upiRequest(), about);
    };

    for (const [what, data, links] of [
      ['the one that every app understands', { url: null, payload: { default: any, web: 'https://x.example' } }, {}],
      ['one under another name', { url: null, payload: { web: 'https://x.example', bhim: any } }, {}],
      ['one beside an empty default', { payload: { default: '', upi: any } }, {}],
      ['one as the url, without a payload', { url: any, payload: null, content_type: null, method: null }, {}],
      ['the same one for an app', { payload: { default: any, gpay: any } }, { gpay: any }],
      [
        'one of an app in a scheme that nobody here knows',
        { payload: { default: any, phonepe: `ppe://pay?${query}` } },
        {},
      ],
      ['values that are no texts', { payload: { default: any, gpay: null, paytm: 7, more: {} } }, {}],
    ] as const)
      it(what, async () => {
        expect((await opened(data)).links).to.deep.equal({ any, tr: '7', ...links });
      });

    for (const [what, data] of [
      ['no link', { url: null, payload: {} }],
      ['a picture', { url: null, payload: { qrcode: 'data:image/png;base64,AAAA' } }],
      ['a page', { url: 'https://x.example', payload: { web: 'https://x.example' } }],
      ['a link for other money', { payload: { default: any.replace('49.90', '4.99') } }],
      ['a link for other money in one app', { payload: { default: any, paytm: `paytmmp://pay?${query}0` } }],
    ] as const)
      it(`not ${what}`, async () => {
        expect(await thrownBy(opened(data))).to.be.instanceOf(ConnectorError);
      });
  });

  it('about a dispute, but not of another order, nor another dispute', async () => {
    const about = newAbout();
    const dispute = {
      dispute_id: 7,
      dispute_type: 'CHARGEBACK',
      dispute_status: 'CHARGEBACK_MERCHANT_LOST',
      dispute_amount: 10,
      created_at: '2026-01-18T11:26:58',
      resolved_at: '9999-09-09T00:00:00',
      order_details: { order_id: about.key },
    };
    answers = { 'GET /orders/*/disputes': [200, [dispute]], 'GET /disputes/*': [200, dispute] };
    expect(await disputes().disputesOf(about)).to.have.length(1);
    expect(await ledger().find({ ...about, key: '7' })).to.include({ amount: -1000, by: 'dispute' });
    expect(await thrownBy(ledger().find({ ...about, key: '8' }))).to.be.instanceOf(ConnectorError);
    const foreign = { ...dispute, order_details: { order_id: 'theirs' } };
    answers = { 'GET /orders/*/disputes': [200, [foreign]] };
    expect(await thrownBy(disputes().disputesOf(about))).to.be.instanceOf(ConnectorError);
  });

  for (const [note, written] of [
    ['😀!', 'duplicate'],
    ['  ', 'duplicate'],
    ['ok!', 'ok!'],
    ['😀'.repeat(101), '😀'.repeat(100)],
  ] as const)
    it(`and takes notes of 3 to 100 characters: ${note.slice(0, 8)}`, async () => {
      const about = refundOf(newAbout());
      const never: Answer = [404, failure('refund_not_found')];
      answers = { 'POST /orders/*/refunds': [400, failure('x')], 'GET /orders/*/refunds/*': never };
      await refunds().refund({ reason: 'duplicate', note }, about);
      expect(JSON.parse(calls[0]?.body ?? '')).to.include({ refund_note: written });
    });

  for (const [status, code, isRefused] of [
    [400, 'refund_already_exists', false], // it does not show it yet
    [409, 'refund_exists', false],
    [500, 'api_error', false],
    [400, 'refund_amount_invalid', true],
    [422, 'refund_not_allowed', true],
    [404, 'order_not_found', true],
  ] as const)
    it(`about a refund, of which HTTP ${status} ${code} is ${isRefused ? 'a' : 'no'} refusal`, async () => {
      const about = refundOf(newAbout());
      const never: Answer = [404, failure('refund_not_found')];
      answers = { 'POST /orders/*/refunds': [status, failure(code)], 'GET /orders/*/refunds/*': never };
      const said: unknown = await refunds()
        .refund({ reason: 'duplicate' }, about)
        .catch((error: unknown) => error);
      if (isRefused) expect(said).to.include({ outcome: 'refused', gatewayCode: code });
      else expect(said).to.be.instanceOf(ConnectorError);
    });

  it('about a refund, but not another one, nor that of another order', async () => {
    const about = refundOf(newAbout());
    const made = {
      cf_refund_id: 7,
      refund_id: refundIdOf(about.key),
      order_id: about.charge.key,
      refund_status: 'SUCCESS',
      refund_amount: 49.9,
      refund_currency: 'INR',
    };
    const fetched = (changes: object): Promise<unknown> => {
      answers = { 'GET /orders/*/refunds/*': [200, { ...made, ...changes }] };
      return refunds()
        .fetchRefund(about)
        .catch((error: unknown) => error);
    };
    for (const ours of [{}, { order_id: undefined }, { refund_currency: null }, { refund_currency: '' }])
      expect(await fetched(ours)).to.include({ outcome: 'refunded', currency: 'INR' });
    for (const others of [{ refund_id: 'another' }, { order_id: 'another' }])
      expect(await fetched(others)).to.be.instanceOf(ConnectorError);
  });

  it('of books whose lines are flat, as its own clients have them, and of such as are of no interest', async () => {
    const { key, trx } = newAbout();
    const event_time = new Date().toISOString();
    const flat = { entity: 'recon', event_status: 'SUCCESS', event_currency: 'INR', event_time };
    const payment = { order_id: key, cf_payment_id: 7, payment_amount: 49.9, payment_utr: '412345678901' };
    const data = [
      { event_type: 'SETTLEMENT', event_status: 'PAID', cf_settlement_id: 45345, event_time: null },
      { ...flat, ...payment, event_id: '7', event_type: 'PAYMENT', event_amount: 49.9, payment_group: 'UPI' },
      {
        ...flat,
        order_id: key,
        event_id: 8,
        event_type: 'REFUND',
        event_amount: 10,
        refund_id: `${trx.replaceAll('-', '')}r1`,
      },
    ];
    answers = { 'POST /recon': [200, { cursor: null, limit: 50, data }] };
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const { records } = await ledger().list(window, null);
    expect(records.map(({ at: _at, ...record }) => record)).to.deep.equal([
      { key, trx, reference: '412345678901', alias: '7', amount: 4990, currency: 'INR' },
      { key: `${trx}-r1`, trx, reference: '8', isOwnName: true, amount: -1000, currency: 'INR' },
    ]);
  });

  const lineOf = (order_details: unknown, event: Record<string, unknown> = {}) => {
    const event_time = new Date().toISOString();
    const event_details = { event_id: '7', event_type: 'PAYMENT', event_status: 'SUCCESS', event_time, ...event };
    const payment_details = { cf_payment_id: 7, payment_amount: 49.9, payment_currency: 'INR', payment_mode: 'card' };
    return { event_details, order_details, payment_details };
  };
  const listWith = async (line: object, key: string) => {
    const data = [line, lineOf({ order_id: key, order_tags: null })];
    answers = { 'POST /recon': [200, { cursor: null, limit: 50, data }] };
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    return (await ledger().list(window, null)).records.map((record) => [record.key, record.trx]);
  };
  const UNREADABLE: [string, Record<string, unknown>][] = [
    ['event_id', { event_id: null }],
    ['event_time', { event_time: null }],
    ['a time that is none', { event_time: 'yesterday' }],
    ['event_currency', { event_currency: 'inr' }],
  ];

  for (const [what, line] of [
    ...UNREADABLE.map(([of, event]) => [of, lineOf({ order_id: 'theirs' }, event)] as const),
    ['order_id', lineOf({ order_id: 7, order_tags: null })],
    ['order_details', lineOf('theirs')],
    ['tags', lineOf({ order_id: 'theirs', order_tags: 'x' })],
    ['tags', lineOf({ order_id: 'theirs', order_tags: ['x'] })],
    ['tag', lineOf({ order_id: 'theirs', order_tags: { trx: 7 } })],
    ['own use of the tag', lineOf({ order_id: 'theirs', order_tags: { trx: 'T-7' } })],
  ] as const)
    it(`of books whatever form a line of others has: ${what} ${JSON.stringify(line.order_details)}`, async () => {
      const { key, trx } = newAbout();
      expect(await listWith(line, key)).to.deep.equal([[key, trx]]);
    });

  it('of books with a whole page of lines', async () => {
    const { key } = newAbout();
    const line = { ...lineOf({ order_id: 'theirs', order_tags: null }), settlement_details: 'x'.repeat(2000) };
    const data = [...Array.from({ length: 999 }, () => line), lineOf({ order_id: key, order_tags: null })];
    answers = { 'POST /recon': [200, { cursor: null, limit: 1000, data }] };
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    expect((await ledger().list(window, null)).records.map((record) => record.key)).to.deep.equal([key]);
  });

  for (const [what, event] of UNREADABLE)
    it(`of no books in which a line of ours cannot be read: ${what}`, async () => {
      const { key } = newAbout();
      const listed = listWith(lineOf({ order_id: key, order_tags: null }, event), key);
      expect(await thrownBy(listed)).to.be.instanceOf(ConnectorError);
    });

  for (const order_tags of ['x', ['x'], { trx: 7 }, { trx: 'T-7' }])
    it(`of books in which our order has the tags ${JSON.stringify(order_tags)}, by its key`, async () => {
      const { key, trx } = newAbout();
      expect(await listWith(lineOf({ order_id: key, order_tags }), key)).to.deep.equal([
        [key, trx],
        [key, trx],
      ]);
    });
});
