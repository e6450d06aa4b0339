import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { openShop, type Shop } from '../api/shop.js';
import type { Answer, AnswerBody } from '../support/ask.js';

const APPROVED = '4242424242424242';
const DAY_MS = 86_400_000;

describe('refunds by the API', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const post = (path: string, fields: object, headers = {}): Promise<Answer> =>
    shop.tollgate.api(path, { public_key: shop.keys.public_key, ...fields }, headers);
  const refund = (trx: string, fields: object = {}, headers = {}) =>
    post('/h2h/refund', { trx, refund_identifier: randomUUID(), ...fields }, headers);
  const paid = async (amount = 49.9, currency = 'EUR') => (await shop.payFor(APPROVED, { amount, currency })).trx;
  const refundedLines = async (trx: string) =>
    (await shop.tollgate.ledger(trx)).filter(({ result }) => result === 'refunded');
  const settled = async (refundId: unknown): Promise<AnswerBody> => {
    let body: AnswerBody = {};
    await until(`refund ${String(refundId)} is settled`, async () => {
      body = (await post('/h2h/refund/status', { refund_id: refundId })).body;
      return body.refund_status !== 'pending';
    });
    return body;
  };

  it('send back a part, then all that is left, and both sums add up', async () => {
    const trx = await paid();
    const first = await refund(trx, { amount: 10 });
    expect(first.body, first.text).to.include({
      status: 'success',
      trx,
      refund_status: 'success',
      amount: 10,
      currency: 'EUR',
      reason: 'requested_by_customer',
      failure: null,
      refunded_amount: 10,
      refundable_amount: 39.9,
    });
    expect(await shop.status(trx)).to.include({ refunded_amount: 10, refund_status: 'partial' });
    const second = await refund(trx);
    expect(second.body).to.include({ refund_status: 'success', amount: 39.9, refundable_amount: 0 });
    const after = await shop.status(trx);
    expect(after).to.include({ payment_status: 'success', refund_status: 'full', refunded_amount: 49.9 });
    expect(after.refunded_amount_usd).to.equal(after.gross_amount_usd);
    const third = await refund(trx);
    expect([third.status, third.body.code]).to.deep.equal([400, 'validation_error']);
    expect(third.body.errors).to.deep.equal([
      { field: 'amount', code: 'too_large', message: 'amount must be at most 0.00 EUR, which is what is left' },
    ]);
    expect((await refundedLines(trx)).map(({ amount, idempotency_key: key }) => [key, amount])).to.deep.equal([
      [`${trx}-r1`, 1000],
      [`${trx}-r2`, 3990],
    ]);
  });

  it('are told of by notifications in the one sequence, with the answer as data', async () => {
    const trx = await paid();
    const { body } = await refund(trx, { amount: 5 });
    await refund(trx, { amount: 7.55 });
    const events = await shop.notifications(trx, 3);
    expect(events.map(({ event }) => [event?.type, event?.status])).to.deep.equal([
      ['payment.success', 'success'],
      ['refund.success', 'success'],
      ['refund.failed', 'failed'],
    ]);
    const { status: _, ...answer } = body;
    expect(JSON.parse(events[1]?.body ?? '')).to.have.deep.property('data', answer);
    const numbers = events.map(({ event }) => event?.sequence);
    expect(numbers[2]).to.equal(Number(numbers[0]) + 2);
    expect(events[1]?.event?.identifier).to.equal(body.identifier);
  });

  for (const [currency, amounts] of [
    ['EUR', [10.55, 10.66, 10.77, 10.88]],
    ['JPY', [1055, 1066, 1077, 1088]],
    ['KWD', [1.055, 1.066, 1.077, 1.088]],
  ] as const)
    it(`end by the last two digits of the amount, in ${currency}`, async () => {
      const trx = await paid(currency === 'JPY' ? 5000 : 50, currency);
      const answers = await Promise.all(amounts.map((amount) => refund(trx, { amount })));
      expect(answers.map(({ body }) => body.refund_status)).to.deep.equal(['failed', 'pending', 'pending', 'pending']);
      expect(answers[0]?.body.failure).to.equal('The gateway refused the refund');
      const ends = await Promise.all(answers.map(({ body }) => settled(body.refund_id)));
      expect(ends.map(({ refund_status: status }) => status)).to.deep.equal(['failed', 'success', 'success', 'failed']);
      expect(await shop.status(trx)).to.include({ refund_status: 'partial' });
      expect((await refundedLines(trx)).length).to.equal(2);
    });

  it('refuse in the order of the contract', async () => {
    const trx = await paid();
    const declined = (await shop.payFor('4000000000000002')).trx;
    const used = randomUUID();
    await refund(trx, { refund_identifier: used, amount: 1 });
    const other = await openShop();
    const cases: [string, object, number, string, string[]?][] = [
      ['nothing', {}, 400, 'validation_error', ['trx', 'refund_identifier']],
      [
        'every field',
        { trx: 7, refund_identifier: {}, amount: '1', reason: 'why', note: 'x'.repeat(256) },
        400,
        'validation_error',
        ['trx', 'refund_identifier', 'amount', 'reason', 'note'],
      ],
      ['no amount at all', { trx, refund_identifier: 'a', amount: 0 }, 400, 'validation_error', ['amount']],
      ['fields before the payment', { trx: randomUUID() }, 400, 'validation_error', ['refund_identifier']],
      ['a payment that is not there', { trx: randomUUID(), refund_identifier: used }, 404, 'transaction_not_found'],
      ['an identifier used before', { trx, refund_identifier: used, amount: 1 }, 409, 'duplicate_identifier'],
      ['used before the rest', { trx: declined, refund_identifier: used }, 409, 'duplicate_identifier'],
      ['used before the amount', { trx, refund_identifier: used, amount: 1000 }, 409, 'duplicate_identifier'],
      [
        'not refundable',
        { trx: declined, refund_identifier: randomUUID(), amount: 1e6 },
        409,
        'payment_not_refundable',
      ],
      ['more than is left', { trx, refund_identifier: randomUUID(), amount: 49 }, 400, 'validation_error', ['amount']],
      [
        'too many decimals',
        { trx, refund_identifier: randomUUID(), amount: 1.005 },
        400,
        'validation_error',
        ['amount'],
      ],
    ];
    for (const [what, fields, status, code, named] of cases) {
      const { status: got, body } = await post('/h2h/refund', fields);
      expect([what, got, body.code]).to.deep.equal([what, status, code]);
      if (named) expect(body.errors?.map(({ field }) => field)).to.deep.equal(named);
    }
    const theirs = { public_key: other.keys.public_key };
    expect((await refund(trx, theirs)).body.code).to.equal('transaction_not_found');
    expect((await refund(trx, { refund_identifier: used, amount: 1 }, { 'Idempotency-Key': used })).status).to.equal(
      409,
    );
    expect((await post('/h2h/refund/status', { ...theirs, refund_identifier: used })).body.code).to.equal(
      'refund_not_found',
    );
    await other.close();
  });

  it('give the first answer again under an Idempotency-Key, on every path', async () => {
    const trx = await paid();
    const headers = { 'Idempotency-Key': randomUUID() };
    const fields = { trx, refund_identifier: randomUUID(), amount: 3 };
    const first = await post('/v1/payment/refund', fields, headers);
    const again = await post('/payment/refund', fields, headers);
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(again.headers['idempotent-replayed']).to.equal('true');
    for (const path of ['/h2h/refund/status', '/payment/refund/status', '/v1/h2h/refund/status'])
      expect((await post(path, { refund_identifier: fields.refund_identifier })).text).to.equal(first.text);
    expect(await refundedLines(trx)).to.have.length(1);
  });

  it('are over once the gateway takes no more back', async () => {
    const trx = await paid();
    const payments = shop.tollgate.database.collection<{ _id: string; succeededAt: Date }>('payments');
    await payments.updateOne({ _id: trx }, { $set: { succeededAt: new Date(Date.now() - 181 * DAY_MS) } });
    const { status, body } = await refund(trx);
    expect([status, body.code]).to.deep.equal([422, 'refund_not_supported']);
    await payments.updateOne({ _id: trx }, { $set: { succeededAt: new Date(Date.now() - 179 * DAY_MS) } });
    expect((await refund(trx)).body.refund_status).to.equal('success');
  });

  it('are refused to a suspended merchant, who may still ask', async () => {
    const own = await openShop();
    const { trx } = await own.payFor(APPROVED);
    const public_key = own.keys.public_key;
    const { body } = await refund(trx, { public_key, amount: 1 });
    await own.tollgate.console(`/api/merchants/${own.keys.id}/suspend`, { method: 'POST' });
    await until('it is suspended', async () => (await refund(trx, { public_key })).status === 403);
    expect((await refund(randomUUID(), { public_key })).body.code).to.equal('merchant_inactive');
    const asked = await post('/h2h/refund/status', { public_key, refund_id: body.refund_id });
    expect(asked.body).to.include({ refund_status: 'success' });
    await own.close();
  });

  it('fail after all when the bank sends the money back: told by a further event, and free to go back anew', async () => {
    const trx = await paid();
    const simulate = () => post(`/sandbox/payments/${trx}/simulate`, { action: 'refund_taken_back' });
    const none = await simulate();
    expect([none.status, none.body.code]).to.deep.equal([409, 'nothing_to_simulate']);
    const { body } = await refund(trx, { amount: 10 });
    const answer = await simulate();
    expect(answer.body, answer.text).to.include({
      payment_status: 'success',
      refunded_amount: 0,
      refund_status: 'none',
    });
    expect(await settled(body.refund_id)).to.include({ refund_status: 'failed', refundable_amount: 49.9 });
    const events = await shop.notifications(trx, 3);
    expect(events.map(({ event }) => event?.type)).to.deep.equal([
      'payment.success',
      'refund.success',
      'refund.failed',
    ]);
    expect((await refund(trx)).body).to.include({ refund_status: 'success', amount: 49.9 });
    expect((await simulate()).status).to.equal(200);
    expect((await simulate()).status).to.equal(409);
  });
});
