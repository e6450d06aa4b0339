import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { askAgainAt } from '../../src/obligations/ask-again.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { comparisons } from '../../src/reconciliation/comparison.model.js';
import { inSeconds } from '../../src/time.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aRefund } from '../refunds/a-refund.js';

const HOURS = 6 * 3600;

describe('what waits at an account whose credentials are replaced', () => {
  const kept = new KeptPayments();
  const account = `account-${randomUUID()}`;
  before(connectDatabase);
  after(() => kept.remove());

  const far = inSeconds(HOURS);
  const isSoon = (obligation: { at: Date } | null | undefined): boolean =>
    !!obligation && obligation.at < inSeconds(120);

  const waiting = (overrides: Partial<PaymentRecord> = {}) =>
    kept.save({ account, status: 'unresolved', next: { job: 'status-inquiry', at: far }, ...overrides });

  it('is asked about soon, ten in a second', async () => {
    const saved = [];
    for (let no = 0; no < 60; no++) saved.push(await waiting());
    await askAgainAt(account);
    const times = (await Promise.all(saved.map(stored))).map(({ next }) => next?.at.getTime() ?? NaN);
    const [first = NaN, second = NaN, ...more] = [...new Set(times)].sort((a, b) => a - b);
    expect(first).to.be.within(Date.now(), Date.now() + 60_000);
    expect(second - first).to.be.within(5000, 6000);
    expect(more).to.deep.equal([]);
    expect(times.filter((time) => time === first)).to.have.length(50);
  });

  it('are refunds and questions about disputes as well', async () => {
    const trx = randomUUID();
    const refunds = [
      aRefund(trx, 1, { status: 'succeeded', next: null }),
      aRefund(trx, 2, { status: 'unresolved', next: { job: 'refund-execution', at: far } }),
    ];
    const next = { job: 'dispute-inquiry' as const, at: far };
    const payment = await waiting({
      _id: trx,
      status: 'succeeded',
      next: null,
      refunds,
      disputeInquiry: { version: 3, inquiryCount: 7, next },
    });
    await askAgainAt(account);
    const after = await stored(payment);
    expect(isSoon(after.refunds?.[1]?.next)).to.equal(true);
    expect(after.refunds?.[0]).to.deep.equal(payment.refunds?.[0]);
    expect(isSoon(after.disputeInquiry?.next)).to.equal(true);
    expect(after.version).to.equal(payment.version);
  });

  it('are books that could not be read, and no day that is still to come', async () => {
    const common = { gateway: account, day: '2026-01-31', hour: 0, version: 1, createdAt: new Date() };
    const next = { job: 'reconciliation' as const, at: far };
    await comparisons.insertOne({ ...common, _id: `${account}.a`, inquiryCount: 8, next });
    await comparisons.insertOne({ ...common, _id: `${account}.b`, inquiryCount: 0, next });
    await askAgainAt(account);
    const found = await comparisons.find({ gateway: account }).sort({ _id: 1 });
    await comparisons.deleteMany({ gateway: account });
    expect(found.map((each) => isSoon(each.next))).to.deep.equal([true, false]);
  });

  for (const [what, overrides] of [
    ['a customer on our page', { status: 'checkout_open', next: { job: 'checkout-expiry', at: far } }],
    ['late money', { status: 'failed', next: { job: 'late-confirmation', at: far } }],
    ['another account', { account: 'another' }],
    ['a moment that is near anyway', { next: { job: 'status-inquiry', at: inSeconds(300) } }],
  ] as const)
    it(`leaves alone what waits for ${what}`, async () => {
      const payment = await waiting(overrides);
      await askAgainAt(account);
      expect((await stored(payment)).next).to.deep.equal(payment.next);
    });
});
