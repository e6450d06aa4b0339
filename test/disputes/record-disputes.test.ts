import { expect } from 'chai';
import { mock } from 'node:test';
import type { GatewayDispute } from '../../src/connectors/disputes.js';
import { connectDatabase } from '../../src/database/client.js';
import { askAboutDisputes, oweInquiry } from '../../src/disputes/dispute-inquiry.js';
import { recordDisputes } from '../../src/disputes/record-disputes.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { toUsd } from '../../src/money/exchange.js';
import { currentRate } from '../../src/money/rates.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { refundableOf } from '../../src/payments/refunded.js';
import { transition } from '../../src/payments/transition.js';
import { amountToRefund } from '../../src/refunds/require-refundable.js';
import { disputeInquiry } from '../../workers/dispute-inquiry.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { aDispute } from './a-dispute.js';

const OPENED = ['dispute.opened', 'open'];
const WON = ['dispute.closed', 'won'];
const LOST = ['dispute.closed', 'lost'];

describe("what a gateway says of a payment's disputes", () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  const saysOf = (payment: PaymentRecord, states: readonly GatewayDispute['state'][], amount = 4990) =>
    states.map((state, no): GatewayDispute => ({ ...aDispute({ id: `dp_${no}`, state, amount }), trx: payment._id }));
  const told = ({ results }: PaymentRecord) =>
    results.map(({ type, data }) => [type, (JSON.parse(data) as { dispute: { state: string } }).dispute.state]);

  for (const [what, said, expected, left] of [
    ['an open one', [['open']], [OPENED], 0],
    ['the same twice, once', [['open'], ['open']], [OPENED], 0],
    ['one that is won', [['open'], ['won']], [OPENED, WON], 4990],
    ['one that is lost', [['open'], ['lost']], [OPENED, LOST], 0],
    ['one whose beginning nobody told, from its beginning', [['lost']], [OPENED, LOST], 0],
    ['one that is won and opened again', [['open'], ['won'], ['open']], [OPENED, WON, OPENED], 0],
    ['one that is lost after all', [['open'], ['won'], ['lost']], [OPENED, WON, LOST], 0],
    ['two', [['open', 'lost']], [OPENED, OPENED, LOST], 0],
  ] as const)
    it(`is told to the merchant: ${what}`, async () => {
      let payment = await kept.save(aPaidPayment());
      for (const states of said) ({ payment } = await recordDisputes(payment, saysOf(payment, states)));
      const after = await stored(payment);
      expect(told(after)).to.deep.equal(expected);
      expect(refundableOf(after)).to.equal(left);
      expect(after.status).to.equal('succeeded');
    });

  it('is not opened again by a word that was older than what others have recorded meanwhile', async () => {
    const before = await kept.save(aPaidPayment());
    for (const state of ['open', 'won'] as const) await recordDisputes(await stored(before), saysOf(before, [state]));
    expect(await recordDisputes(before, saysOf(before, ['open']))).to.include({ moves: 0, isOvertaken: true });
    expect(told(await stored(before))).to.deep.equal([OPENED, WON]);
  });

  it('is asked for once more by whoever was overtaken', async () => {
    const payment = await kept.save(aPaidPayment());
    const answers: GatewayDispute['state'][] = ['open', 'won'];
    const asked = mock.method(connectorPart('sandbox-card', 'disputes'), 'disputesOf', async () => {
      const state = answers.shift() ?? 'won';
      if (state === 'open')
        for (const meanwhile of ['open', 'won'] as const)
          await recordDisputes(await stored(payment), saysOf(payment, [meanwhile]));
      return saysOf(payment, [state]);
    });
    await askAboutDisputes(payment);
    mock.restoreAll();
    expect(asked.mock.callCount()).to.equal(2);
    expect(told(await stored(payment))).to.deep.equal([OPENED, WON]);
  });

  it('changes one that is open without another event: its day, amount and reason', async () => {
    const openedAt = new Date();
    const { payment } = await recordDisputes(await kept.save(aPaidPayment()), [
      { ...aDispute({ openedAt, respondBy: null }), trx: 'trx' },
    ]);
    const respondBy = new Date('2030-01-02T03:04:05Z');
    const later = { ...aDispute({ openedAt, respondBy, amount: 2000, reason: 'duplicate' }), trx: 'trx' } as const;
    expect((await recordDisputes(payment, [later, later])).moves).to.equal(0);
    expect((await recordDisputes(await stored(payment), [{ ...later, respondBy: null }])).moves).to.equal(0);
    const after = await stored(payment);
    expect(after.disputes).to.deep.equal([aDispute({ openedAt, respondBy, amount: 2000, reason: 'duplicate' })]);
    expect(after.version).to.equal(payment.version + 1);
    expect(told(after)).to.deep.equal([OPENED]);
    expect(refundableOf(after)).to.equal(2990);
  });

  it('is its last word, where one answer names a dispute twice', async () => {
    const payment = await kept.save(aPaidPayment());
    const [open, won] = ['open', 'won'].map((state) => ({
      ...aDispute({ state: state as 'open' | 'won' }),
      trx: 'trx',
    }));
    if (!open || !won) throw new Error('There are two');
    const { payment: after } = await recordDisputes(payment, [won, open]);
    expect(told(after)).to.deep.equal([OPENED]);
  });

  it('is recorded once when two are told of it at one moment, and beside what else has changed the payment', async () => {
    const payment = await kept.save(aPaidPayment());
    await payments.updateOne({ _id: payment._id }, { $inc: { version: 1 } });
    const said = saysOf(payment, ['won']);
    const moves = await Promise.all([recordDisputes(payment, said), recordDisputes(payment, said)]);
    expect(moves.reduce((sum, each) => sum + each.moves, 0)).to.equal(2);
    expect(told(await stored(payment))).to.deep.equal([OPENED, WON]);
  });

  it('gives the payment as it is stored, with what is still to be told before whatever comes next', async () => {
    const payment = await kept.save(aPaidPayment());
    const { payment: after } = await recordDisputes(payment, saysOf(payment, ['lost']));
    expect(after).to.deep.equal(await stored(payment));
    expect(after.unpublished).to.equal(true);
  });

  it('does not bring back what is lost: a person is told', async () => {
    const payment = await kept.save(aPaidPayment());
    const { payment: lost } = await recordDisputes(payment, saysOf(payment, ['lost']));
    const lines = await logLines(() => recordDisputes(lost, saysOf(payment, ['won'])));
    expect(lines.map(({ message }) => message)).to.deep.equal(['dispute.contradicted']);
    expect(told(await stored(payment))).to.deep.equal([OPENED, LOST]);
  });

  it('is told to a person once for one event, whatever else there is to record', async () => {
    const saved = await kept.save(aPaidPayment());
    const { payment } = await recordDisputes(saved, saysOf(saved, ['lost']));
    mock.method(connectorPart('sandbox-card', 'disputes'), 'disputesOf', () =>
      Promise.resolve(saysOf(payment, ['won', 'won'])),
    );
    const lines = await logLines(async () => {
      await oweInquiry(payment, new Date());
      for (let look = 1; look <= 4; look++) await disputeInquiry({ id: payment._id, version: look });
    });
    mock.restoreAll();
    expect(lines.filter(({ message }) => message === 'dispute.contradicted')).to.have.length(1);
    const after = await stored(payment);
    expect(told(after)).to.deep.equal([OPENED, LOST, OPENED, WON]);
    expect(after.disputeInquiry).to.not.have.property('next');
  });

  it('waits for the end of its payment, which makes the question due', async () => {
    const payment = await kept.save(aPayment({ status: 'unresolved' }));
    const asked = mock.method(connectorPart('sandbox-card', 'disputes'), 'disputesOf', () =>
      Promise.resolve(saysOf(payment, ['open'])),
    );
    await oweInquiry(payment, new Date());
    await disputeInquiry({ id: payment._id, version: 1 });
    expect(asked.mock.callCount()).to.equal(0);
    await transition(await stored(payment), 'authorized', {}, 'a test');
    const { disputeInquiry: due } = await stored(payment);
    expect(due?.next?.at).to.be.at.most(new Date());
    await disputeInquiry({ id: payment._id, version: due?.version ?? 0 });
    mock.restoreAll();
    expect((await stored(payment)).results.map(({ type }) => type)).to.deep.equal([
      'payment.success',
      'dispute.opened',
    ]);
  });

  it('leaves the cents of refunds and disputes that add up to those of the payment', async () => {
    const payment = aPaidPayment();
    const succeededAt = new Date();
    const refund = aRefund(payment._id, 1, { status: 'succeeded', succeededAt, amount: 3332, amountUsd: 3869 });
    const foreign = aDispute({ id: 'dp_gbp', state: 'lost', amount: 1000, currency: 'GBP', amountUsd: 1322 });
    const saved = await kept.save({ ...payment, refunds: [refund], disputes: [foreign] });
    const { payment: after } = await recordDisputes(saved, saysOf(saved, ['lost', 'lost'], (4990 - 3332) / 2));
    const cents = after.disputes?.map(({ amountUsd }) => amountUsd);
    expect(cents).to.deep.equal([1322, 963, 5794 - 3869 - 963]);
  });

  it('counts what is lost in another currency in USD by the rate of that one', async () => {
    const rate = await currentRate('GBP');
    const payment = await kept.save(aPaidPayment());
    const said = { ...aDispute({ state: 'lost', amount: 70_000, currency: 'GBP' }), trx: payment._id };
    const { payment: after } = await recordDisputes(payment, [said]);
    expect(after.disputes?.[0]).to.deep.include({ state: 'lost', amountUsd: toUsd(70_000, 'GBP', rate), rate });
    expect(after.disputes).to.deep.equal((await stored(payment)).disputes);
  });

  it('says so, once, when a currency has no rate', async () => {
    const payment = await kept.save(aPaidPayment());
    const said = { ...aDispute({ state: 'lost', currency: 'XPF' }), trx: payment._id };
    const lines = await logLines(async () => recordDisputes((await recordDisputes(payment, [said])).payment, [said]));
    expect(lines.filter(({ message }) => message === 'dispute.unrated')).to.have.length(1);
    expect((await stored(payment)).disputes?.[0]).to.include({ state: 'lost', amountUsd: 0 });
  });

  for (const [what, disputed, refunded, asked, result] of [
    ['what an open one does not cover', { amount: 2000 }, 0, 29.9, 2990],
    ['and no more', { amount: 2000 }, 0, 29.91, 'payment_disputed'],
    ['nothing, when it covers all', {}, 0, undefined, 'payment_disputed'],
    ['all of the rest by default', { amount: 2000 }, 0, undefined, 2990],
    ['nothing of what is lost', { state: 'lost' }, 0, 1, 'payment_disputed'],
    ['all of what is won', { state: 'won' }, 0, undefined, 4990],
    ['what neither it nor a refund has taken', { amount: 2000 }, 1000, undefined, 1990],
    ['never more than there is', { amount: 2000 }, 1000, 40, 'validation_error'],
    ['nothing, when it is of another currency', { amount: 1, currency: 'USD' }, 0, 1, 'payment_disputed'],
  ] as const)
    it(`lets be refunded: ${what}`, () => {
      const payment = aPaidPayment({ disputes: [aDispute(disputed)] });
      const refund = aRefund(payment._id, 1, { status: 'succeeded', amount: refunded });
      const came = { amount: payment.amounts.gross, currency: payment.amounts.currency, at: new Date() };
      const find = () => amountToRefund({ ...payment, refunds: [refund] }, asked, { came, parts: true, multiple: 1 });
      if (typeof result === 'number') expect(find()).to.equal(result);
      else expect(find).to.throw().with.property('code', result);
    });
});
