import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { AnswerBody } from '../support/ask.js';
import { enterCode } from '../support/bank-customer.js';
import { openShop, type Shop } from './shop.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Every field of a card payment's status, and what it is. */
const FIELDS: Record<string, (value: unknown) => boolean> = {
  status: (value) => value === 'success',
  trx: (value) => typeof value === 'string',
  identifier: (value) => typeof value === 'string',
  requested_amount: Number.isFinite,
  requested_currency: (value) => value === 'USD',
  payment_status: (value) => ['pending', 'success', 'failed'].includes(String(value)),
  gross_amount: Number.isFinite,
  charge: Number.isFinite,
  net_amount: Number.isFinite,
  currency: (value) => value === 'USD',
  gross_amount_usd: Number.isFinite,
  charge_usd: Number.isFinite,
  net_amount_usd: Number.isFinite,
  conversion_rate: (value) => value === 1,
  refunded_amount: (value) => value === 0,
  refunded_amount_usd: (value) => value === 0,
  refund_status: (value) => value === 'none',
  created_at: (value) => ISO.test(String(value)),
  updated_at: (value) => ISO.test(String(value)),
  requires_3ds: (value) => typeof value === 'boolean',
  redirect_url: (value) => value === null || (typeof value === 'string' && value.startsWith('http')),
  message: (value) => typeof value === 'string' && value !== '',
  reason: (value) => value === null || typeof value === 'string',
  late_confirmation: (value) => value === false,
  test: (value) => value === true,
  card: (value) => typeof value === 'object',
};

describe('/h2h/status', () => {
  let shop: Shop;
  let paid: AnswerBody & { trx: string };
  let identifier: string;
  before(async () => {
    shop = await openShop();
    identifier = `order-${randomUUID()}`;
    paid = await shop.payFor('4242 4242 4242 4242', { identifier });
  });
  after(() => shop.close());

  const ask = (fields: object) => shop.tollgate.api('/h2h/status', { public_key: shop.keys.public_key, ...fields });

  for (const number of ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0000 0000 3220'])
    it(`has every field of the specification, each of its type: ${number}`, async () => {
      const { trx } = await shop.payFor(number);
      const status = await shop.status(trx);
      expect(status).to.have.all.keys(Object.keys(FIELDS));
      for (const [name, isRight] of Object.entries(FIELDS)) expect(isRight(status[name]), name).to.equal(true);
      expect(status.card).to.deep.equal({ network: 'VISA', last4: number.slice(-4) });
    });

  it('finds a payment by trx, by identifier, and by both when they agree', async () => {
    const byTrx = await ask({ trx: paid.trx });
    expect(byTrx.body).to.include({ trx: paid.trx, identifier, payment_status: 'success' });
    for (const fields of [
      { identifier },
      { trx: paid.trx, identifier },
      { trx: paid.trx.toUpperCase() },
      { trx: null, identifier },
    ])
      expect((await ask(fields)).text).to.equal(byTrx.text);
  });

  const REFUSED: [what: string, fields: () => object, field: string][] = [
    ['neither trx nor identifier', () => ({}), 'trx'],
    ['both null', () => ({ trx: null, identifier: null }), 'trx'],
    ['both blank', () => ({ trx: ' ', identifier: '\u200b' }), 'trx'],
    ['an identifier of another payment', () => ({ trx: paid.trx, identifier: 'another' }), 'identifier'],
    ['an identifier in other letters', () => ({ trx: paid.trx, identifier: identifier.toUpperCase() }), 'identifier'],
    ['an identifier that is too long', () => ({ identifier: 'x'.repeat(256) }), 'identifier'],
    ['an identifier that is an operator', () => ({ identifier: { $ne: '' } }), 'identifier'],
    ['a trx that is a number', () => ({ trx: 7, identifier }), 'trx'],
  ];
  for (const [what, fields, field] of REFUSED)
    it(`refuses ${what}`, async () => {
      const { status, body } = await ask(fields());
      expect(status).to.equal(400);
      expect(body.errors?.map((error) => error.field)).to.deep.equal([field]);
    });

  it('changes updated_at with what the merchant can see, and nothing else', async () => {
    const { trx, redirect_url } = await shop.payFor('4000 0000 0000 3220');
    const open = await shop.status(trx);
    expect((await shop.status(trx)).updated_at).to.equal(open.updated_at);
    await enterCode(redirect_url ?? '');
    const closed = await shop.settled(trx);
    expect(closed.created_at).to.equal(open.created_at);
    expect(Date.parse(String(closed.updated_at))).to.be.greaterThan(Date.parse(String(open.updated_at)));
    expect(Date.parse(String(closed.created_at))).to.be.within(Date.now() - 20_000, Date.now());
    expect(await shop.status(trx)).to.deep.equal(closed);
  });
});
