import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createWebhookReader } from '../../../src/connectors/cashfree/webhook.js';
import { logLines } from '../../ipn/log-lines.js';
import { later } from '../../support/later.js';
import { eventOf, headersOf, signatureOf } from './webhooks.js';

const SECRET = 'client_secret_test';
const DAY = 86_400;
const reader = createWebhookReader({ account: 'cashfree-test', webhookSecrets: [SECRET] });
const read: typeof reader.readCallback = (headers, body) => reader.readCallback(headers, body);

describe("the Cashfree connector's webhooks", () => {
  const trx = randomUUID();
  const key = `${trx}-1`;
  const payment = { cf_payment_id: 1, payment_status: 'SUCCESS', payment_amount: 499.99, payment_currency: 'INR' };
  const order = { order_id: key, order_amount: 499.99, order_currency: 'INR', order_tags: { trx } };
  const paid = eventOf('PAYMENT_SUCCESS_WEBHOOK', { order, payment });
  const news = [{ key, reference: trx, amount: 49_999, currency: 'INR' }];
  const signed = (body: string) => read(headersOf(SECRET, body), body);

  it('are signed as Cashfree signs: nothing between the time and the body', () => {
    const body = '{"type":"PAYMENT_SUCCESS_WEBHOOK"}';
    expect(signatureOf(SECRET, body, '1617695238078')).to.equal('Ta++W4o1wMypk0wPmvDSiPMY8L5EdOyxeS0wqTmeOms=');
    const dotted = { ...headersOf(SECRET, paid), 'x-webhook-signature': signatureOf(SECRET, `.${paid}`, Date.now()) };
    expect(read(dotted, paid)).to.equal(null);
  });

  it('say whose key something has happened to, and what came', () => {
    expect(signed(paid)).to.deep.equal(news);
    const round = paid.replace('499.99,"payment_currency"', '170.00,"payment_currency"');
    expect(signed(round)).to.deep.equal([{ ...news[0], amount: 17_000 }]);
    for (const [type, payment_status] of [
      ['PAYMENT_FAILED_WEBHOOK', 'FAILED'],
      ['PAYMENT_USER_DROPPED_WEBHOOK', 'USER_DROPPED'],
    ] as const)
      expect(signed(eventOf(type, { order, payment: { ...payment, payment_status } }))).to.deep.equal([
        { ...news[0], amount: 0 },
      ]);
    expect(
      signed(eventOf('PAYMENT_SUCCESS_WEBHOOK', { order: { ...order, order_tags: null }, payment })),
    ).to.deep.equal(news);
  });

  it('tell of refunds and disputes', () => {
    const refund = {
      cf_refund_id: 11_325_632,
      refund_id: `${trx.replaceAll('-', '')}r2`,
      order_id: key,
      refund_amount: 2,
    };
    expect(signed(eventOf('REFUND_STATUS_WEBHOOK', { refund }))).to.deep.equal([
      { about: 'refund', key: `${trx}-r2`, reference: trx },
    ]);
    const order_details = { order_id: key, cf_payment_id: 7 };
    const entity = { dispute_id: 433_475_258, order_details };
    for (const type of ['DISPUTE_CREATED', 'DISPUTE_UPDATED', 'DISPUTE_CLOSED'])
      for (const data of [{ dispute: { dispute_id: '433475258' }, order_details }, { dispute: entity }, entity])
        expect(signed(eventOf(type, data))).to.deep.equal([{ about: 'dispute', key, reference: trx }]);
  });

  it('about others who use the same account are genuine, and no news', () => {
    for (const [type, data] of [
      ['PAYMENT_SUCCESS_WEBHOOK', { order: { order_id: 'theirs', order_tags: null }, payment }],
      ['REFUND_STATUS_WEBHOOK', { refund: { refund_id: 'theirs', order_id: 'theirs' } }],
      ['AUTO_REFUND_STATUS_WEBHOOK', { auto_refund: { order_id: key } }],
      ['DISPUTE_CREATED', { dispute: {}, order_details: { order_id: 'theirs' } }],
      ['SETTLEMENT_SUCCESS', { settlement: { amount_settled: 1 } }],
      ['PAYMENT_LINK_EVENT', {}],
    ] as const)
      expect(signed(eventOf(type, data)), type).to.deep.equal([]);
  });

  it('are believed for a day, whichever clock is ahead: they are tried again for long', () => {
    const headers = headersOf(SECRET, paid);
    for (const seconds of [DAY - 60, 60 - DAY]) expect(later(seconds, () => read(headers, paid))).to.deep.equal(news);
    for (const seconds of [DAY + 60, -60 - DAY]) expect(later(seconds, () => read(headers, paid))).to.equal(null);
  });

  it('may be signed with either of two secrets, while one is exchanged', () => {
    const either = createWebhookReader({ account: 'cashfree-test', webhookSecrets: ['the_new_one', SECRET] });
    const readBy = (secret: string) => either.readCallback(headersOf(secret, paid), paid);
    for (const secret of ['the_new_one', SECRET]) expect(readBy(secret)).to.deep.equal(news);
    expect(readBy(`the_new_one,${SECRET}`)).to.equal(null);
  });

  it('that were altered or forged are nothing', () => {
    const headers = headersOf(SECRET, paid);
    const signature = headers['x-webhook-signature'] ?? '';
    const time = headers['x-webhook-timestamp'] ?? '';
    expect(read(headers, paid.replace('499.99', '499.98'))).to.equal(null);
    expect(read(headers, JSON.stringify(JSON.parse(eventOf('A', { x_amount: 170 }))))).to.equal(null);
    for (const wrong of [
      '',
      signature.slice(1),
      `${signature}0`,
      `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      signature.toLowerCase(),
    ])
      expect(read({ ...headers, 'x-webhook-signature': wrong }, paid), wrong).to.equal(null);
    for (const wrong of ['', '0', `${time}0`, ` ${time}`, String(Number(time) + 1), '1e12'])
      expect(read({ ...headers, 'x-webhook-timestamp': wrong }, paid), wrong).to.equal(null);
    expect(read(headersOf('another', paid), paid)).to.equal(null);
    expect(read({}, paid)).to.equal(null);
    expect(read({ ...headers, 'x-webhook-signature': [signature, signature] }, paid)).to.equal(null);
  });

  const hinted = [{ key, reference: trx }];
  const unread = { message: 'callback.unread', level: 'warn', account: 'cashfree-test' };

  for (const [what, body, expected] of [
    ['nothing', '', []],
    ['no JSON', '{', []],
    ['no object', '[]', []],
    ['null', 'null', []],
    ['without data', '{"type":"PAYMENT_SUCCESS_WEBHOOK"}', []],
    ['with a list as data', '{"type":"PAYMENT_SUCCESS_WEBHOOK","data":[]}', []],
    ['with a number as order', eventOf('PAYMENT_SUCCESS_WEBHOOK', { order: { ...order, order_id: 7 }, payment }), []],
    ['with an operator', eventOf('PAYMENT_SUCCESS_WEBHOOK', { order: { order_id: { $ne: '' } }, payment }), []],
    ['with a text as payment', eventOf('PAYMENT_SUCCESS_WEBHOOK', { order, payment: 'paid' }), hinted],
    ...(
      [
        ['a text as amount', { payment_amount: '499.99' }],
        ['three decimals', { payment_amount: 1.005 }],
        ['a currency in small letters', { payment_currency: 'inr' }],
      ] as const
    ).map(
      ([what, changes]) =>
        [
          `with ${what}`,
          eventOf('PAYMENT_SUCCESS_WEBHOOK', { order, payment: { ...payment, ...changes } }),
          hinted,
        ] as const,
    ),
  ] as const)
    it(`that are signed and ${what} hear yes, and what cannot be read is left out and logged`, async () => {
      let said: unknown;
      const lines = await logLines(async () => (said = signed(body)));
      expect(said).to.deep.equal(expected);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include(unread);
      expect(JSON.stringify(lines)).to.not.include(trx);
    });

  it('whose tags are none are known by their order', () => {
    const tagged = { ...order, order_tags: 'none' };
    expect(signed(eventOf('PAYMENT_SUCCESS_WEBHOOK', { order: tagged, payment }))).to.deep.equal(news);
  });
});
