import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { classify } from '../../src/reconciliation/classify.js';
import { compareHour } from '../../src/reconciliation/compare-hour.js';
import { discrepancies, type DiscrepancyRecord } from '../../src/reconciliation/discrepancy.model.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import type { GatewayLedger, SettledRecord } from '../../src/connectors/ledger.js';
import { dayOf } from '../../src/time.js';
import { until } from '../../scripts/until.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { refundedOf } from '../../src/payments/refunded.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aMoneyReview } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { auditOf, bearer, browserOf, startConsole, type TestConsole, theOperator } from './console.js';

describe('a refund that was made at the gateway', () => {
  const merchant = new TestMerchant();
  const kept = new KeptPayments();
  const planted: string[] = [];
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
    await merchant.save();
  });
  after(async () => {
    await console.close();
    await kept.remove();
    await discrepancies.deleteMany({ _id: { $in: planted } });
    await merchant.remove();
  });

  const paid = (overrides: Partial<PaymentRecord> = {}) =>
    kept.save(aPaidPayment({ merchantId: merchant.id, ...overrides }));

  async function differing(payment: PaymentRecord, overrides: Partial<DiscrepancyRecord> = {}) {
    const key = `by-hand-${randomUUID()}`;
    const theirs = { amount: -1000, currency: 'EUR', at: new Date(), reference: `re_${key}` };
    const of = { trx: payment._id, merchantId: payment.merchantId, kind: 'refund_not_here', attempt: null } as const;
    const difference = aDiscrepancy({ ...of, key, theirs, ours: null, ...overrides });
    planted.push(difference._id);
    await discrepancies.insertOne(difference);
    return difference;
  }
  const asReviewer = async () => ({
    accept: 'text/html',
    ...(await browserOf(console, await theOperator('reviewer'))),
  });
  const pageOf = async (id: string) => (await console.http.get(`/differences/${id}`).set(await asReviewer())).text;
  const takeOver = async (id: string) =>
    console.http.post(`/api/differences/${id}/take-over`).set(bearer(await theOperator('reviewer')));

  it('becomes one of the payment by one click: counted, told, in the audit trail, and the difference is closed', async () => {
    const payment = await paid();
    const { _id, key } = await differing(payment);
    expect(await pageOf(_id))
      .to.include('Take it over as a refund of')
      .and.include('paid back for another difference of this payment');
    await console.http
      .post(`/differences/${_id}/take-over`)
      .set(await asReviewer())
      .type('form')
      .send({ back: `/differences/${_id}` })
      .expect(303);
    const after = await stored(payment);
    expect(after.refunds).to.have.length(1);
    expect(after.refunds?.[0]).to.include({ status: 'succeeded', amount: 1000, amountUsd: 1161, gatewayKey: key });
    expect(after.results.map(({ type }) => type)).to.deep.equal(['refund.success']);
    expect(await discrepancies.findOne({ _id })).to.include({ state: 'resolved' });
    expect((await auditOf(_id)).map(({ action }) => action)).to.deep.equal(['difference.taken_over']);
    expect((await takeOver(_id)).status).to.equal(409);
    expect((await stored(payment)).refunds).to.have.length(1);
  });

  it('may be all that is left beside others, and is kept with all that is known of it', async () => {
    const trx = randomUUID();
    const first = aRefund(trx, 1, { status: 'succeeded', amount: 4000, amountUsd: 4645, succeededAt: new Date() });
    const payment = await paid({ _id: trx, refunds: [first], results: [] });
    const reference = `re_${trx}`;
    const difference = await differing(payment, {
      theirs: { amount: -990, currency: 'EUR', at: new Date(), reference },
    });
    const answer = await takeOver(difference._id);
    expect(answer.status, answer.text).to.equal(200);
    const after = await stored(payment);
    const [, taken] = after.refunds ?? [];
    const { id, identifier, createdAt: at, history: [step] = [] } = taken ?? {};
    expect(after.refunds).to.deep.equal([
      first,
      {
        ...{ id, identifier, key: `${trx}-r2`, gatewayKey: difference.key, reference },
        ...{ status: 'succeeded', amount: 990, currency: 'EUR', amountUsd: 1149 },
        ...{ reason: 'other', note: 'Made at the gateway', inquiryCount: 0, version: 1 },
        history: [{ id: step?.id, event: 'created', from: null, to: 'succeeded', at, actor: step?.actor }],
        ...{ createdAt: at, updatedAt: at, succeededAt: at },
      },
    ]);
    expect(step?.id).to.be.a('string');
    expect(step?.actor).to.equal((await auditOf(difference._id))[0]?.email);
    expect(after).to.deep.include({ updatedAt: at, unpublished: true, version: payment.version + 1 });
    expect(refundedOf(after)).to.deep.equal({ amount: 4990, amountUsd: 5794, standing: 'full' });
    expect(JSON.parse(after.results[0]?.data ?? '')).to.include({
      ...{ refund_id: id, refund_identifier: identifier, amount: 9.9, refund_status: 'success' },
      ...{ refunded_amount: 49.9, refundable_amount: 0 },
    });
    await until('the merchant is told', async () => {
      const told = await deliveries.findOne({ trx });
      return told?.eventId === after.results[0]?.eventId;
    });
  });

  it('agrees with the gateway from then on', async () => {
    const payment = await paid();
    const { _id, key, theirs } = await differing(payment);
    expect((await takeOver(_id)).status).to.equal(200);
    const at = new Date();
    const record: SettledRecord = {
      key,
      trx: payment._id,
      reference: theirs?.reference ?? '',
      amount: -1000,
      currency: 'EUR',
      at,
    };
    const scope = { gateway: 'sandbox', day: dayOf(at) };
    const ledger: GatewayLedger = {
      list: () => Promise.resolve({ records: [record], nextCursor: null }),
      find: () => Promise.resolve(null),
    };
    const books = { name: 'sandbox', accounts: [payment.account], ledger };
    const kinds = async () => (await discrepancies.find({ trx: payment._id, state: 'open' })).map(({ kind }) => kind);
    await compareHour(books, scope, at.getUTCHours());
    expect(await kinds())
      .to.not.include('refund_not_here')
      .and.not.include('refund_not_there');
    await discrepancies.deleteMany({ trx: payment._id });
  });

  it('is taken over when it is one of ours that had failed, which the gateway has made after all', async () => {
    const payment = await paid();
    const refund = aRefund(payment._id, 1, { status: 'failed', failure: 'refused', next: null });
    await payments.updateOne({ _id: payment._id }, { $set: { refunds: [refund] } });
    const { _id, key, theirs } = await differing(payment, { key: refund.key });
    expect(await pageOf(_id))
      .to.include('A refund of ours had failed')
      .and.include('Take it over as a refund of')
      .and.not.include('went back twice');
    expect((await takeOver(_id)).status).to.equal(200);
    const after = await stored(payment);
    expect(after.refunds?.map(({ status }) => status)).to.deep.equal(['failed', 'succeeded']);
    expect(after.results.map(({ type }) => type)).to.deep.equal(['refund.success']);
    const { reference = '', amount = 0 } = theirs ?? {};
    const record = { key, trx: payment._id, reference, amount, currency: 'EUR', at: new Date() };
    expect(classify(record, after)).to.equal(null);
  });

  it('is taken over once by two operators at one moment', async () => {
    const payment = await paid();
    const { _id } = await differing(payment);
    const answers = await Promise.all([takeOver(_id), takeOver(_id)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await stored(payment)).refunds).to.have.length(1);
  });

  it('is taken over, and told to be, when somebody closes the difference while its refund is taken in', async () => {
    const payment = await paid();
    const { _id } = await differing(payment);
    const closeFirst = discrepancies.findOneAndUpdate.bind(discrepancies);
    Object.assign(discrepancies, {
      findOneAndUpdate: async (...call: Parameters<typeof closeFirst>) => {
        Object.assign(discrepancies, { findOneAndUpdate: closeFirst });
        const body = { note: 'Seen' };
        await console.http
          .post(`/api/differences/${_id}/resolve`)
          .set(bearer(await theOperator('reviewer')))
          .send(body);
        return closeFirst(...call);
      },
    });
    const answer = await takeOver(_id);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include({ state: 'resolved', note: 'Seen' });
    expect((await stored(payment)).refunds).to.have.length(1);
    expect((await auditOf(_id)).map(({ action }) => action)).to.have.members([
      'difference.resolved',
      'difference.taken_over',
    ]);
    expect((await takeOver(_id)).status).to.equal(409);
  });

  it('is offered by no page while nothing has come that it could be of', async () => {
    for (const payment of [
      await paid({ status: 'failed' }),
      await paid({ status: 'cancelled', review: aMoneyReview() }),
    ])
      expect(await pageOf((await differing(payment))._id))
        .to.include('nothing has come that it could be a refund of')
        .and.not.include('Take it over as a refund of');
    const refused = aMoneyReview({ currency: 'EUR', decision: 'reject', decidedAt: new Date() });
    expect(await pageOf((await differing(await paid({ status: 'cancelled', review: refused })))._id)).to.include(
      'Take it over as a refund of',
    );
  });

  for (const [what, prepare, status, code] of [
    [
      'it is one of ours, which is asked about',
      async () => {
        const payment = await paid();
        return differing(payment, { key: `${payment._id}-r1` });
      },
      409,
      'difference_not_taken_over',
    ],
    [
      'it is another difference',
      async () => differing(await paid(), { kind: 'charged_twice' }),
      409,
      'difference_not_taken_over',
    ],
    ['the payment is not ours', () => differing(aPaidPayment()), 409, 'difference_not_taken_over'],
    ['it is resolved', async () => differing(await paid(), { state: 'resolved' }), 409, 'difference_resolved'],
    ['nothing has come', async () => differing(await paid({ status: 'failed' })), 409, 'payment_not_refundable'],
    [
      'more has gone back than was left',
      async () => {
        const payment = await paid();
        const refund = aRefund(payment._id, 1, { status: 'succeeded', amount: 4000, succeededAt: new Date() });
        await payments.updateOne({ _id: payment._id }, { $set: { refunds: [refund] } });
        return differing(payment);
      },
      400,
      'validation_error',
    ],
  ] as const)
    it(`is not taken over when ${what}`, async () => {
      const { _id } = await prepare();
      const answer = await takeOver(_id);
      expect([answer.status, (answer.body as { code: string }).code]).to.deep.equal([status, code]);
    });
});
