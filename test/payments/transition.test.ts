import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { enqueue } from '../../src/jobs/obligation.js';
import { queueOf } from '../../src/jobs/queue.js';
import { newAttempt } from '../../src/payments/attempts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { PaymentEvent } from '../../src/payments/states.js';
import { firstObligation, postpone, transition, type Changes } from '../../src/payments/transition.js';
import { IN_AN_HOUR } from './a-payment.js';
import { KeptPayments, stored } from './kept-payments.js';

describe('transition()', () => {
  const kept = new KeptPayments();
  const saved = (overrides: Partial<PaymentRecord> = {}) => kept.save(overrides);
  before(connectDatabase);
  after(() => kept.remove());

  it('lets exactly one of ten at the same moment win', async () => {
    const payment = await saved();
    const events: PaymentEvent[] = ['authorized', 'declined'];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        transition(payment, events[index % 2] ?? 'declined', { reason: 'do_not_honor' }, 'a test'),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).to.have.length(1);
    const after = await stored(payment);
    expect(after).to.include({ version: 2 });
    expect(after.history).to.have.length(2);
    expect(after.results).to.have.length(1);
  });

  it('postpones for one of two who would do so until the same moment, when what they change differs', async () => {
    const [busy, payment] = [await Promise.all([saved(), saved(), saved()]), await saved()];
    const at = IN_AN_HOUR();
    const cameBack = { attempt: 1, query: {}, isRead: false };
    const others = busy.map((other) => postpone(other, at)); // so that these two share a round trip
    const [plain, withNews] = await Promise.all([
      postpone(payment, at),
      postpone(payment, at, { cameBack }),
      ...others,
    ]);
    expect(withNews).to.equal('cameBack' in (await stored(payment)));
    expect([plain, withNews]).to.include(true);
  });

  it('knows a postponement of its own, among others, by all that it changes', async () => {
    const [busy, payment] = [await Promise.all([saved(), saved(), saved()]), await saved()];
    const [first] = payment.attempts;
    const form = { action: 'https://wallet.example', fields: { token: 'x' } };
    const wallet = { code: 'BKASH', language: 'EN', url: 'https://shop.example/go', form } as const;
    const changes: Changes = {
      attempts: [{ ...newAttempt(payment._id, 1, 'a'), ...first, passedOn: true }, newAttempt(payment._id, 2, 'b')],
      account: 'b',
      reason: null,
      local: { expiresAt: IN_AN_HOUR(), pollCount: 1, lateMoney: 'accept', wallet },
    };
    const others = busy.map((other) => postpone(other, IN_AN_HOUR()));
    const late = () => postpone(payment, new Date(Date.now() + 7_200_000));
    const [isMade, isLate] = await Promise.all([postpone(payment, IN_AN_HOUR(), changes), late(), ...others]);
    expect([isMade, isLate]).to.deep.equal([true, false]);
    expect(await stored(payment)).to.deep.include(changes);
  });

  it('records who, what, from, to and when, and returns what is stored', async () => {
    const payment = await saved();
    const after = await transition(payment, 'declined', { reason: 'insufficient_funds' }, 'card-authorization');
    expect(after).to.not.equal(null);
    const inDatabase = await stored(payment);
    const { next, ...returned } = { ...after };
    expect(next).to.equal(null);
    expect(inDatabase).to.deep.equal(returned);
    expect(inDatabase.history[1]).to.deep.include({
      event: 'declined',
      from: 'authorizing',
      to: 'failed',
      actor: 'card-authorization',
    });
    expect(inDatabase.updatedAt.getTime()).to.equal(inDatabase.history[1]?.at.getTime());
  });

  it('freezes what the merchant will be told in the update that made the result', async () => {
    const payment = await saved();
    await transition(payment, 'declined', { reason: 'do_not_honor' }, 'a test');
    const [result] = (await stored(payment)).results;
    expect(result).to.include({ type: 'payment.failed', eventId: `evt_${payment._id.replaceAll('-', '')}1` });
    const data = JSON.parse(result?.data ?? '') as Record<string, unknown>; // what transition() wrote
    expect(data).to.include({ trx: payment._id, payment_status: 'failed', reason: 'do_not_honor', gross_amount: 0 });
  });

  it('marks the result for the sweeper in the same update, lest it be lost with the process', async () => {
    const payment = await saved();
    await transition(payment, 'declined', { reason: 'do_not_honor' }, 'a test');
    expect(await stored(payment)).to.have.property('unpublished', true);
  });

  it('says so of what it returns, lest another process tell what comes next before it', async () => {
    const after = await transition(await saved(), 'declined', { reason: 'do_not_honor' }, 'a test');
    expect(after).to.have.property('unpublished', true);
  });

  it('has no event for the merchant while the payment waits', async () => {
    const payment = await saved();
    await transition(payment, 'no_answer', {}, 'a test');
    const after = await stored(payment);
    expect(after.results).to.deep.equal([]);
    expect(after).to.not.have.property('unpublished');
  });

  it('postpones by a new version, and leaves all that the merchant sees alone', async () => {
    const payment = await saved();
    const later = IN_AN_HOUR();
    expect(await postpone(payment, later, { inquiryCount: 3 })).to.equal(true);
    expect(await postpone(payment, later, { inquiryCount: 4 })).to.equal(false);
    const after = await stored(payment);
    expect(after).to.deep.include({ version: 2, inquiryCount: 3, next: { job: 'card-authorization', at: later } });
    expect(after.updatedAt).to.deep.equal(payment.updatedAt);
    expect(after.history).to.have.length(1);
  });

  it('puts what somebody waits for before polls whose time has come', async () => {
    const [due, news] = [await saved({ status: 'challenged' }), await saved({ status: 'challenged' })];
    await enqueue({ ...due, next: { job: 'three-ds-resolution', at: new Date() } });
    await postpone(news, new Date());
    const jobs = (await queueOf('three-ds-resolution').getWaiting()).filter(({ data: { id } }) =>
      [due._id, news._id].includes(id),
    );
    await Promise.all(jobs.map((job) => job.remove()));
    expect(jobs.map(({ data }) => data.id)).to.deep.equal([news._id, due._id]);
  });

  for (const [method, job] of [
    ['upi', 'late-confirmation'],
    ['card', undefined],
    [null, undefined],
  ] as const)
    it(`looks for late money after a payment by ${method ?? 'no method'}: ${job ? 'yes' : 'no'}`, () => {
      for (const status of ['failed', 'cancelled'] as const)
        expect(firstObligation(status, { method, attempts: [], account: 'sandbox-upi' })?.job).to.equal(job);
    });

  it('refuses to postpone what waits for nothing', async () => {
    const payment = await saved({ status: 'succeeded' });
    expect(await postpone(payment, IN_AN_HOUR()).catch((error: unknown) => String(error))).to.match(
      /waits for nothing/,
    );
  });
});
