import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { presentPayment } from '../../src/payments/present-payment.js';
import { decideReview } from '../../src/proofs/decide-review.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { proofReview } from '../../workers/proof-review.js';
import { logLines } from '../ipn/log-lines.js';
import { aMoneyReview, aProof, aUpiPayment, stored } from '../proofs/a-local-payment.js';
import { removeSaved, saved } from '../proofs/api.js';
import { until } from '../../scripts/until.js';

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
const ahead = (seconds: number): Date => ago(-seconds);

const waiting = (proof: Parameters<typeof aProof>[0], overrides: Partial<PaymentRecord> = {}) =>
  saved(aUpiPayment({ proof: aProof(proof), ...overrides }));

/** Half an hour has passed. */
const tooLong = () =>
  ({ submittedAt: ago(1800), next: { job: 'proof-review', at: ago(0) }, deadline: ahead(300) }) as const;
/** A day has passed. */
const dayOver = () => ({ submittedAt: ago(86_400), overdue: true, deadline: ago(0) }) as const;

describe('the proof-review worker', () => {
  before(connectDatabase);
  before(() => until('Redis is there', () => redis.status === 'ready'));
  after(removeSaved);

  /** Does what the job would do, and gives what it logged. */
  async function run({ _id: id }: PaymentRecord, version = 1) {
    const lines = await logLines(() => proofReview({ id, version }));
    return { payment: await stored(id), alerts: lines.filter(({ message }) => message === 'proof.overdue') };
  }

  it('alerts when a proof has waited too long, and then waits for its deadline', async () => {
    const before = await waiting(tooLong());
    const { payment, alerts } = await run(before);
    expect(alerts).to.have.length(1);
    expect(alerts[0]).to.include({ level: 'error', trx: payment._id, merchant: payment.merchantId });
    expect(payment.proof).to.deep.include({
      status: 'pending',
      overdue: true,
      reviewVersion: 2,
      next: { job: 'proof-review', at: before.proof?.deadline },
    });
    expect(presentPayment(payment)).to.deep.equal(presentPayment(before));
    const woken = await queueOf('proof-review').getJob(jobId('proof-review', { id: payment._id, version: 2 }));
    expect(woken?.data).to.deep.equal({ id: payment._id, version: 2 });
  });

  it('keeps what the payment itself waits for alive, and wakes it anew', async () => {
    const next = { job: 'upi-confirmation', at: ahead(300) } as const;
    const { payment } = await run(await waiting(tooLong(), { next }));
    expect(payment).to.deep.include({ version: 2, next });
    const woken = await queueOf('upi-confirmation').getJob(jobId('upi-confirmation', { id: payment._id, version: 2 }));
    expect(woken?.data).to.deep.equal({ id: payment._id, version: 2 });
  });

  it('alerts once, however often and in whatever order its wake-ups come', async () => {
    const payment = await waiting(tooLong());
    expect((await run(payment)).alerts).to.have.length(1);
    for (const version of [1, 2, 2, 1]) expect((await run(payment, version)).alerts).to.deep.equal([]);
    expect((await stored(payment._id)).proof).to.include({ overdue: true, status: 'pending' });
  });

  it('waits on when it is woken before the time', async () => {
    const next = { job: 'proof-review', at: ahead(60) } as const;
    const { payment, alerts } = await run(await waiting({ next }));
    expect(alerts).to.deep.equal([]);
    expect(payment.proof).to.deep.include({ overdue: false, reviewVersion: 2, next });
    const woken = await queueOf('proof-review').getJob(jobId('proof-review', { id: payment._id, version: 2 }));
    expect(woken?.data).to.deep.equal({ id: payment._id, version: 2 });
  });

  it('refuses at the deadline, and tells the merchant why', async () => {
    const { payment } = await run(await waiting(dayOver()));
    expect(presentPayment(payment)).to.deep.include({
      payment_status: 'failed',
      reason: 'proof_rejected',
      proof_status: 'rejected',
      proof_verified_at: null,
      verification_notes: 'The proof was not verified in time',
      gross_amount: 0,
    });
    expect(payment.proof).to.not.have.property('next');
    expect(payment.history.at(-1)).to.include({ event: 'refused', actor: 'proof-review' });
    expect(payment.results.map(({ type }) => type)).to.deep.equal(['payment.failed']);
  });

  it('refuses at once when the deadline is not after the alert', async () => {
    const at = ago(0);
    const { payment, alerts } = await run(await waiting({ next: { job: 'proof-review', at }, deadline: at }));
    expect(alerts).to.deep.equal([]);
    expect(payment).to.include({ status: 'failed', reason: 'proof_rejected' });
  });

  it('ends nothing while money that did come is under review: no clock may judge that, and the operator does', async () => {
    const review = aMoneyReview();
    const before = await waiting(dayOver(), { review });
    const { payment } = await run(before);
    expect(presentPayment(payment)).to.deep.equal(presentPayment(before));
    expect(payment.review).to.deep.equal(review);
    expect(payment.proof).to.not.have.property('next');
    const decided = await decideReview(payment._id, 'review', { decision: 'reject', by: 'a@shop.example' });
    expect(decided).to.include({ status: 'failed' });
    expect([decided.proof?.status, decided.review?.decision]).to.deep.equal(['rejected', 'reject']);
  });

  for (const status of ['verified', 'rejected'] as const)
    it(`leaves a proof alone that is ${status}`, async () => {
      const before = await waiting({ ...dayOver(), status });
      const { payment, alerts } = await run(before);
      expect(alerts).to.deep.equal([]);
      expect(payment).to.deep.equal(before);
    });

  it('leaves a proof alone that has moved on, and survives one that is gone', async () => {
    const before = await waiting({ ...dayOver(), reviewVersion: 7 });
    expect((await run(before, 6)).payment).to.deep.equal(before);
    await proofReview({ id: 'no such payment', version: 1 });
  });
});
