import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import type { AnswerBody } from '../support/ask.js';
import { openShop, type Shop } from '../api/shop.js';

const APPROVED = '4242424242424242';
interface Page {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

describe("an operator's refunds", () => {
  let shop: Shop;
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await sharedTollgate();
    shop = await openShop({}, tollgate);
  });
  after(() => shop.close());

  const post = (path: string, body: object) => tollgate.console(path, { method: 'POST', body });
  const list = async (query: Record<string, string>) =>
    (await tollgate.console(`/api/refunds?${new URLSearchParams(query).toString()}`)).body as unknown as Page;
  const asMerchant = (trx: string, fields: object): Promise<AnswerBody> =>
    tollgate
      .api('/h2h/refund', { public_key: shop.keys.public_key, trx, refund_identifier: randomUUID(), ...fields })
      .then(({ body }) => body);

  it('send a part back, are told to the merchant, listed, and in the audit trail', async () => {
    const { trx } = await shop.payFor(APPROVED);
    const { status, body } = await post(`/api/payments/${trx.toUpperCase()}/refund`, {
      amount: 12.5,
      reason: 'duplicate',
      note: 'Sent twice',
    });
    expect([status, body.refund_status], JSON.stringify(body)).to.deep.equal([200, 'success']);
    expect(body).to.include({ amount: 12.5, reason: 'duplicate', note: 'Sent twice', state: 'succeeded' });
    const [, told] = await shop.notifications(trx, 2);
    expect(told?.event?.type).to.equal('refund.success');
    const { body: audit } = await tollgate.console(`/api/audit?object=${trx}`);
    const [line] = (audit as unknown as Page).data;
    expect(line).to.deep.include({ action: 'payment.refunded' });
    expect(line?.details).to.deep.include({ refund_id: body.refund_id, amount: 1250, reason: 'duplicate' });
    const { body: payment } = await tollgate.console(`/api/payments/${trx}`);
    expect(payment.refunds).to.have.length(1);
    expect(payment).to.include({ refunded_amount: 12.5, refund_status: 'partial' });
  });

  it('are refused with the codes of the contract', async () => {
    const { trx } = await shop.payFor(APPROVED);
    const declined = (await shop.payFor('4000000000000002')).trx;
    const identifier = randomUUID();
    await post(`/api/payments/${trx}/refund`, { amount: 1, refund_identifier: identifier });
    for (const [path, body, status, code] of [
      [trx, { amount: 1000 }, 400, 'validation_error'],
      [trx, { amount: 'all' }, 400, 'validation_error'],
      [trx, { reason: 'why' }, 400, 'validation_error'],
      [trx, { amount: 1, refund_identifier: identifier }, 409, 'duplicate_identifier'],
      [declined, {}, 409, 'payment_not_refundable'],
      [randomUUID(), {}, 404, 'transaction_not_found'],
    ] as const) {
      const answer = await post(`/api/payments/${path}/refund`, body);
      expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
    }
  });

  it('are found by payment, merchant and status, newest first, in pages', async () => {
    const { trx } = await shop.payFor(APPROVED, { amount: 600 });
    const refunds: Promise<AnswerBody>[] = [];
    for (let no = 0; no < 52; no++) refunds.push(asMerchant(trx, { amount: 1 + (no % 2) * 0.55 }));
    await Promise.all(refunds);
    const { data, next_cursor } = await list({ trx });
    expect(data).to.have.length(50);
    const second = await list({ trx, cursor: next_cursor ?? '' });
    expect(second.data).to.have.length(2);
    expect(second.next_cursor).to.equal(null);
    const times = [...data, ...second.data].map(({ created_at }) => String(created_at));
    expect(times).to.deep.equal(times.toSorted().reverse());
    expect(new Set([...data, ...second.data].map(({ refund_id }) => refund_id)).size).to.equal(52);
    const failed = await list({ trx, status: 'failed' });
    expect(failed.data).to.have.length(26);
    expect(failed.data.every(({ failure }) => failure === 'The gateway refused the refund')).to.equal(true);
    const ofMerchant = await list({ merchant: shop.keys.id, status: 'failed' });
    expect(ofMerchant.data.slice(0, 26)).to.deep.equal(failed.data);
    expect((await tollgate.console('/api/refunds?status=done')).status).to.equal(400);
  });

  const UPI = { amount: 499.44, currency: 'INR', mobile: '+919876543210' };
  const WALLET = { amount: 500.44, currency: 'BDT', mobile: '+8801712345678', payment_method_code: 'BKASH' };
  for (const { amount, currency, ...of } of [UPI, WALLET])
    it(`send back what a review refuses, in the decision itself: ${currency}`, async () => {
      const local = shop.body(APPROVED, { amount, currency, payment_method_type: 'local', card: null });
      const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', ...of };
      const { body } = await tollgate.api('/h2h/initiate', { ...local, customer });
      const trx = String(body.trx);
      await until('half of it has come', async () => {
        const { body: payment } = await tollgate.console(`/api/payments/${trx}`);
        return payment.review !== null && payment.review !== undefined;
      });
      const accept = await post(`/api/reviews/${trx}/decision`, { decision: 'accept', amount, refund: true });
      expect([accept.status, accept.body.code]).to.deep.equal([400, 'validation_error']);
      const decided = await post(`/api/reviews/${trx}/decision`, { decision: 'reject', refund: true });
      expect([decided.status, decided.body.payment_status]).to.deep.equal([200, 'failed']);
      await until('it has gone back', async () => (await list({ trx })).data[0]?.refund_status === 'success');
      const [refund] = (await list({ trx })).data;
      expect(refund).to.include({ amount: amount / 2, currency, refund_identifier: `review-${trx}` });
      expect(tollgate.logs('console')).to.match(new RegExp(`"message":"refund.created","refund":"[^}]*"trx":"${trx}"`));
      const lines = await tollgate.ledger(trx);
      expect(lines.map((line) => [line.amount, line.result])).to.deep.equal([
        [amount * 50, 'charged'],
        [amount * 50, 'refunded'],
      ]);
      const payment = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: trx });
      expect(payment?.status).to.equal('failed');
      const told = (await shop.notifications(trx, 2)).map(({ event }) => event);
      expect(told.map((event) => event?.type)).to.deep.equal(['payment.failed', 'refund.success']);
      const again = await post(`/api/payments/${trx}/refund`, {});
      expect([again.status, again.body.code]).to.deep.equal([400, 'validation_error']);
      const byMerchant = await asMerchant(trx, {});
      expect(byMerchant.code).to.equal('payment_not_refundable');
    });
});
