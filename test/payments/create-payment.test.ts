import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { AsyncPaymentResult } from '../../src/connectors/orders.js';
import { connectDatabase } from '../../src/database/client.js';
import type { ApiError } from '../../src/errors.js';
import { createPayment } from '../../src/payments/create-payment.js';
import { connectorOf } from '../../src/payments/connector-of.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { aMoneyReview, aUpiPayment } from '../proofs/a-local-payment.js';
import { justBefore } from '../support/just-before.js';
import { aPayment, IN_AN_HOUR } from './a-payment.js';
import { KeptPayments, stored } from './kept-payments.js';

const codeOf = (refused: Promise<unknown>) => refused.catch(({ code }: ApiError) => code);

describe('a new payment whose identifier was used before', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  for (const [what, first, second] of [
    ['another Idempotency-Key', 'key-1', 'key-2'],
    ['no Idempotency-Key, as the first had none', undefined, undefined],
    ['an Idempotency-Key, where the first had none', undefined, 'key-1'],
    ['no Idempotency-Key, where the first had one', 'key-1', undefined],
  ] as const)
    it(`is refused under ${what}`, async () => {
      const { _id } = await kept.save({ ...(first && { idempotencyKey: first }) });
      const repeated = aPayment({ _id, ...(second && { idempotencyKey: second }) });
      expect(await codeOf(createPayment(repeated))).to.equal('duplicate_identifier');
    });

  it('is the first one under the same Idempotency-Key, whose answer may have been lost', async () => {
    const earlier = await kept.save({ idempotencyKey: 'key-1', cardSeal: 'of the first' });
    const repeated = aPayment({ _id: earlier._id, idempotencyKey: 'key-1', cardSeal: 'of the second' });
    expect(await createPayment(repeated)).to.deep.equal({ payment: earlier, isNew: false });
  });
});

describe('a new payment whose identifier has an order that was abandoned', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(() => mock.restoreAll());
  after(() => kept.remove());

  /** One whose order nobody has closed yet, unless `overrides` say so. */
  const abandoned = async (overrides: Partial<PaymentRecord> = {}): Promise<PaymentRecord> => {
    const owed = { job: 'late-confirmation', at: IN_AN_HOUR() } as const;
    return kept.save(aUpiPayment({ status: 'abandoned', next: owed, ...overrides }));
  };
  const closing = (payment: PaymentRecord, answer: () => Promise<AsyncPaymentResult>) =>
    mock.method(connectorOf(payment, 'orders'), 'cancelOrder', answer);

  it('is the same document once the order is closed, with a new attempt and key, and all that happened', async () => {
    const earlier = await abandoned();
    const { mock: closed } = closing(earlier, async () => ({ outcome: 'cancelled' }));
    const { payment, isNew } = await createPayment(aPayment({ _id: earlier._id, details: 'Coffee' }));
    expect(isNew).to.equal(true);
    expect(closed.calls.map(({ arguments: [about] }) => about?.key)).to.deep.equal([`${earlier._id}-1`]);
    expect(payment).to.include({ _id: earlier._id, status: 'authorizing', details: 'Coffee', version: 2 });
    expect(payment).to.not.have.property('local');
    expect(payment.attempts.map(({ key, outcome }) => [key, outcome])).to.deep.equal([
      [`${earlier._id}-1`, 'cancelled'],
      [`${earlier._id}-2`, undefined],
    ]);
    expect(payment.history.map(({ from, to }) => [from, to])).to.deep.equal([
      ...earlier.history.map(({ from, to }) => [from, to]),
      ['abandoned', 'authorizing'],
    ]);
    expect(await stored(payment)).to.deep.equal(payment);
  });

  it('closes nothing where the order is closed', async () => {
    const earlier = await abandoned({ next: null });
    const { mock: closed } = closing(earlier, async () => ({ outcome: 'cancelled' }));
    expect(await createPayment(aPayment({ _id: earlier._id }))).to.include({ isNew: true });
    expect(closed.calls).to.be.empty;
  });

  it('is not begun while nobody knows whether the order can be paid', async () => {
    const earlier = await abandoned();
    closing(earlier, async () => Promise.reject(new ConnectorError('no answer')));
    expect(await codeOf(createPayment(aPayment({ _id: earlier._id })))).to.equal('gateway_unavailable');
    expect(await stored(earlier)).to.deep.equal(earlier);
  });

  for (const answer of [
    { outcome: 'waiting' },
    { outcome: 'in_progress' },
    { outcome: 'cancelled', open: true },
  ] as const)
    it(`is not begun while the order is not closed: ${JSON.stringify(answer)}`, async () => {
      const earlier = await abandoned();
      closing(earlier, async () => answer);
      expect(await codeOf(createPayment(aPayment({ _id: earlier._id })))).to.equal('gateway_unavailable');
      const { status, next } = await stored(earlier);
      expect(status).to.equal('abandoned');
      expect(next?.at, 'its job closes it now').to.be.below(earlier.next?.at ?? new Date(0));
    });

  for (const [what, overrides] of [
    ['was paid after all', {}],
    ['has brought money that a person looks at', { review: aMoneyReview({ kind: 'late_money' }) }],
  ] as const)
    it(`is refused where the order ${what}`, async () => {
      const earlier = await abandoned(overrides);
      closing(earlier, async () => ({ outcome: 'paid', reference: 'bank-1', amount: 49900, currency: 'INR' }));
      expect(await codeOf(createPayment(aPayment({ _id: earlier._id })))).to.equal('duplicate_identifier');
      expect(await stored(earlier)).to.include({ status: 'abandoned', details: earlier.details });
    });

  it('is refused where money for the order is told of while it is begun', async () => {
    const earlier = await abandoned({ next: null });
    const told = { $set: { review: aMoneyReview({ kind: 'late_money' }) }, $inc: { version: 1 } };
    justBefore(payments, 'replaceOne', () => payments.updateOne({ _id: earlier._id }, told));
    expect(await codeOf(createPayment(aPayment({ _id: earlier._id })))).to.equal('duplicate_identifier');
    const { status, details, review } = await stored(earlier);
    expect({ status, details, kind: review?.kind }).to.deep.equal({
      status: 'abandoned',
      details: earlier.details,
      kind: 'late_money',
    });
  });

  it('is asked to come again by its own key where that order was paid: it is that payment then', async () => {
    const earlier = await abandoned({ idempotencyKey: 'key-1' });
    closing(earlier, async () => ({ outcome: 'paid', reference: 'bank-1', amount: 49900, currency: 'INR' }));
    const repeated = aPayment({ _id: earlier._id, idempotencyKey: 'key-1' });
    expect(await codeOf(createPayment(repeated))).to.equal('gateway_unavailable');
    await payments.updateOne({ _id: earlier._id }, { $set: { status: 'succeeded' } });
    expect(await createPayment(repeated)).to.deep.include({ isNew: false });
  });

  it('is begun once when two come at the same moment', async () => {
    const earlier = await abandoned({ next: null });
    const both = [1, 2].map(() => createPayment(aPayment({ _id: earlier._id })));
    const ends = await Promise.all(both.map((each) => codeOf(each.then(() => 'begun'))));
    expect(ends.toSorted()).to.deep.equal(['begun', 'duplicate_identifier']);
  });
});
