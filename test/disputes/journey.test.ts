import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { openShop, type Shop } from '../api/shop.js';
import type { Answer } from '../support/ask.js';

const DISPUTED = '4000000000000259';
const APPROVED = '4242424242424242';

interface Page {
  data: Record<string, unknown>[];
}

describe('a payment that its customer disputes', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const post = (path: string, fields: object): Promise<Answer> =>
    shop.tollgate.api(path, { public_key: shop.keys.public_key, ...fields });
  const simulate = (trx: string, action: string) => post(`/sandbox/payments/${trx}/simulate`, { action });
  const refund = (trx: string, amount?: number) =>
    post('/h2h/refund', { trx, refund_identifier: randomUUID(), ...(amount !== undefined && { amount }) });
  const listed = async (query: Record<string, string>) =>
    ((await shop.tollgate.console(`/api/disputes?${new URLSearchParams(query).toString()}`)).body as unknown as Page)
      .data;

  for (const [action, state] of [
    ['dispute_won', 'won'],
    ['dispute_lost', 'lost'],
  ] as const)
    it(`is told when it is opened and when it is ${state}, and can be refunded as far as no dispute covers it`, async () => {
      const { trx, payment_status } = await shop.payFor(DISPUTED, { amount: 49.9, currency: 'EUR' });
      expect(payment_status).to.equal('success');
      const first = await refund(trx, 10);
      expect(first.body.refund_status).to.equal('success');
      await shop.notifications(trx, 3);
      expect((await refund(trx)).body).to.include({ code: 'payment_disputed' });
      expect(await listed({ trx, state: 'open' })).to.have.length(1);
      const closed = await simulate(trx, action);
      expect([closed.status, closed.body.payment_status], closed.text).to.deep.equal([200, 'success']);
      const again = await simulate(trx, action);
      expect([again.status, again.body.code]).to.deep.equal([409, 'nothing_to_simulate']);
      const events = (await shop.notifications(trx, 4)).map(({ event }) => event);
      expect(events.map((event) => [event?.type, event?.status])).to.deep.equal([
        ['payment.success', 'success'],
        ['refund.success', 'success'],
        ['dispute.opened', 'open'],
        ['dispute.closed', state],
      ]);
      const { data } = JSON.parse((await shop.notifications(trx, 4))[3]?.body ?? '') as {
        data: Record<string, unknown>;
      };
      expect(data).to.include({ trx, payment_status: 'success', refunded_amount: 10 });
      expect(data.dispute).to.include({ amount: 39.9, currency: 'EUR', reason: 'fraudulent', state });
      const left = await refund(trx);
      expect(left.body).to.include(
        state === 'won' ? { refund_status: 'success', amount: 39.9 } : { code: 'payment_disputed' },
      );
      const moved = (await shop.tollgate.ledger(trx)).map(({ result, amount }) => [result, amount]);
      expect(moved).to.deep.equal([
        ['charged', 4990],
        ['refunded', 1000],
        state === 'won' ? ['refunded', 3990] : ['disputed', 3990],
      ]);
      expect(await listed({ trx, state: 'open' })).to.deep.equal([]);
      expect((await listed({ trx }))[0]).to.include({ state, trx, amount: 39.9 });
    });

  it('cannot be decided where there is no dispute', async () => {
    const { trx } = await shop.payFor(APPROVED);
    for (const action of ['dispute_won', 'dispute_lost']) {
      const { status, body } = await simulate(trx, action);
      expect([status, body.code]).to.deep.equal([409, 'nothing_to_simulate']);
    }
  });

  it('is asked about until its gateway answers', async () => {
    const { trx } = await shop.payFor(APPROVED);
    const payments = shop.tollgate.database.collection<PaymentRecord>('payments');
    const at = new Date();
    const inquiry = { version: 1, inquiryCount: 3, next: { job: 'dispute-inquiry' as const, at } };
    await payments.updateOne({ _id: trx }, { $set: { disputeInquiry: inquiry }, $inc: { version: 1 } });
    const inquiryOf = async () => (await payments.findOne({ _id: trx }))?.disputeInquiry;
    await until('the sweeper has found it, and it is asked', async () => !(await inquiryOf())?.next);
    expect(await inquiryOf()).to.deep.equal({ version: 2, inquiryCount: 4 });
  });
});
