import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { GatewayLedger, SettledRecord } from '../../src/connectors/ledger.js';
import { connectDatabase } from '../../src/database/client.js';
import { compareHour } from '../../src/reconciliation/compare-hour.js';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Attempt } from '../../src/payments/payment-parts.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { aPayment } from '../payments/a-payment.js';
import { logLines } from '../ipn/log-lines.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import type { Refund } from '../../src/payments/refund.js';
import type { Dispute } from '../../src/payments/dispute.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aRefund } from '../refunds/a-refund.js';

/** A day of this spec alone: payments that others leave succeeded on other ones. */
const DAY = '2021-03-04';
const AT = new Date(`${DAY}T10:20:30Z`);
const SCOPE = { gateway: 'sandbox', day: DAY };

/** A gateway's books that hold these records, one a page; `elsewhere` stand on other days. */
function books(records: SettledRecord[], elsewhere: SettledRecord[] = []): GatewayLedger {
  return {
    list({ from, to }, cursor) {
      const inWindow = records.filter(({ at }) => at >= from && at < to);
      const place = Number(cursor ?? 0);
      const nextCursor = place + 1 < inWindow.length ? String(place + 1) : null;
      return Promise.resolve({ records: inWindow.slice(place, place + 1), nextCursor });
    },
    find: ({ key }) => Promise.resolve([...records, ...elsewhere].find((record) => record.key === key) ?? null),
  };
}

describe("comparing a gateway's books with ours", () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(async () => {
    await kept.remove();
    await discrepancies.deleteMany({ day: DAY });
  });

  async function paid(overrides: Partial<PaymentRecord> = {}): Promise<PaymentRecord> {
    const _id = randomUUID();
    const attempt: Attempt = { ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'authorized', reference: `ch_${_id}` };
    return kept.save({ _id, status: 'succeeded', succeededAt: AT, attempts: [attempt], ...overrides });
  }

  const recordOf = ({ _id }: PaymentRecord, overrides: Partial<SettledRecord> = {}): SettledRecord => ({
    key: `${_id}-1`,
    trx: _id,
    reference: `ch_${_id}`,
    amount: 4990,
    currency: 'EUR',
    at: AT,
    ...overrides,
  });

  const compare = (ledger: GatewayLedger) =>
    compareHour({ name: 'sandbox', accounts: ['sandbox-card'], ledger }, SCOPE, 10);
  const found = async () => (await discrepancies.find({ day: DAY })).map(({ kind, trx, key }) => ({ kind, trx, key }));

  it('finds nothing where both agree', async () => {
    const both = [await paid(), await paid(), await paid()];
    expect(await compare(books(both.map((payment) => recordOf(payment))))).to.equal(0);
    expect(await found()).to.deep.equal([]);
  });

  it('finds refunds that only one side knows, both ways, and other amounts', async () => {
    const done = { status: 'succeeded', succeededAt: AT } as const;
    const withRefunds = async (...refunds: Partial<Refund>[]) => {
      const _id = randomUUID();
      const attempt: Attempt = { ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'authorized', reference: `ch_${_id}` };
      return paid({ _id, attempts: [attempt], refunds: refunds.map((each, at) => aRefund(_id, at + 1, each)) });
    };
    const back = (payment: PaymentRecord, no: number, amount = -1000) =>
      recordOf(payment, { key: `${payment._id}-r${no}`, reference: `re_${no}`, amount });
    const [agreed, missing] = [await withRefunds(done, { status: 'failed' }), await withRefunds(done)];
    const pending = await withRefunds({ status: 'unresolved' });
    const [less, byHand] = [await withRefunds(done), await withRefunds()];
    const [twice, unnamed] = [
      await withRefunds({ ...done, reference: 're_1' }),
      await withRefunds({ ...done, reference: 're_1' }),
    ];
    const ledger = books([
      ...[agreed, missing, pending, less, byHand, twice, unnamed].map((payment) => recordOf(payment)),
      back(agreed, 1),
      back(pending, 1),
      back(less, 1, -999),
      back(byHand, 7),
      back(twice, 1),
      { ...back(twice, 1), reference: 're_2' },
      { ...back(unnamed, 1), reference: 'event-1', isOwnName: true },
    ]);
    const expected = [
      { kind: 'refund_not_there', trx: missing._id, key: `${missing._id}-r1` },
      { kind: 'refund_not_here', trx: pending._id, key: `${pending._id}-r1` },
      { kind: 'amount_differs', trx: less._id, key: `${less._id}-r1` },
      { kind: 'refund_not_here', trx: byHand._id, key: `${byHand._id}-r7` },
      { kind: 'refund_not_here', trx: twice._id, key: `${twice._id}-r1` },
    ];
    expect(await compare(ledger)).to.equal(expected.length);
    expect(await found()).to.have.deep.members(expected);
    const [differing] = await discrepancies.find({ day: DAY, kind: 'amount_differs' });
    expect([differing?.ours?.amount, differing?.theirs?.amount]).to.deep.equal([-1000, -999]);
    const again = await discrepancies.findOne({ day: DAY, trx: twice._id });
    expect([again?.ours, again?.theirs?.reference]).to.deep.equal([null, 're_2']);
    expect(await compare(ledger)).to.equal(0);
  });

  it('finds what went back in another currency, and asks about no refund that stands', async () => {
    const _id = randomUUID();
    const refunds = [1, 2].map((no) => aRefund(_id, no, { status: 'succeeded', succeededAt: AT }));
    const lost = { state: 'lost', lostAt: AT } as const;
    const disputes = [aDispute({ id: `${_id}-dp1`, ...lost }), aDispute({ id: `${_id}-dp2`, amount: 1000, ...lost })];
    const attempts = [{ ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'authorized', reference: 'ch_1' } as const];
    const payment = await paid({ _id, attempts, refunds, disputes });
    const back = (key: string, amount: number, changes: Partial<SettledRecord>) =>
      recordOf(payment, { key, reference: key, amount, ...changes });
    const ledger = books([
      recordOf(payment, { reference: 'ch_1' }),
      back(`${_id}-r1`, -1000, {}),
      back(`${_id}-r2`, -1000, { currency: 'USD' }),
      back(`${_id}-dp1`, -4990, { by: 'dispute', currency: 'USD' }),
      back(`${_id}-dp2`, -1000, { by: 'dispute' }),
    ]);
    await compare(ledger);
    expect(await found()).to.have.deep.members([
      { kind: 'amount_differs', trx: _id, key: `${_id}-r2` },
      { kind: 'amount_differs', trx: _id, key: `${_id}-dp1` },
    ]);
    expect((await stored(payment)).refunds).to.deep.equal(refunds);
  });

  it('misses no refund that came back since, and nothing that moved after its hour: books may not have it yet', async () => {
    const _id = randomUUID();
    const later = new Date(`${DAY}T11:00:00Z`);
    const attempts = [{ ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'authorized', reference: 'ch_1' } as const];
    const payment = await paid({
      _id,
      attempts,
      refunds: [
        aRefund(_id, 1, { status: 'failed', succeededAt: AT, takenBackAt: later }),
        aRefund(_id, 2, { status: 'succeeded', succeededAt: later }),
      ],
      disputes: [aDispute({ id: `${_id}-dp`, state: 'lost', lostAt: later })],
    });
    await compare(books([recordOf(payment, { reference: 'ch_1' })]));
    expect(await found()).to.deep.equal([]);
  });

  it('has a refund asked about whose money came back, whoever made it, and finds nothing in one that is unknown', async () => {
    const byHand = aRefund('', 1, { status: 'succeeded', succeededAt: AT, gatewayKey: `re_${randomUUID()}` });
    const _id = randomUUID();
    const { next: _next, ...taken } = { ...byHand, key: `${_id}-r1` };
    const attempts = [
      { ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'authorized', reference: `ch_${_id}` } as const,
    ];
    const payment = await paid({ _id, attempts, refunds: [taken] });
    const came = (key = '') => recordOf(payment, { key, reference: key, amount: 1000, by: 'return' });
    const gone = recordOf(payment, { key: taken.gatewayKey ?? '', amount: -1000 });
    const ledger = books([recordOf(payment), came(taken.gatewayKey), came('re_unknown')], [gone]);
    expect(await compare(ledger)).to.equal(0);
    expect((await stored(payment)).refunds?.[0]?.next?.job).to.equal('refund-execution');
  });

  it('knows disputes that are lost, finds those that only one side knows, and takes over what nobody has told', async () => {
    const withDispute = async (dispute: Partial<Dispute> | null) => {
      const id = `dp_${randomUUID()}`;
      const payment = await paid(dispute ? { disputes: [aDispute({ id, ...dispute })] } : {});
      return { payment, id };
    };
    const lost = { state: 'lost', lostAt: AT } as const;
    const [agreed, missing, less] = [await withDispute(lost), await withDispute(lost), await withDispute(lost)];
    const [open, untold] = [await withDispute({}), await withDispute(null)];
    const back = ({ payment, id }: typeof agreed, amount = -4990) =>
      recordOf(payment, { key: id, reference: id, amount, by: 'dispute' });
    const { id, payment } = untold;
    const said = { ...aDispute({ id, state: 'lost' }), trx: payment._id };
    const unknown = { ...said, id: 'dp_unknown', trx: randomUUID() };
    const all = [agreed, missing, less, open, untold];
    const ledger: GatewayLedger = {
      ...books([...all.map((each) => recordOf(each.payment)), back(agreed), back(less, -1), back(open), back(untold)]),
      listDisputes: (_, cursor) =>
        Promise.resolve(cursor ? { disputes: [unknown], nextCursor: null } : { disputes: [said], nextCursor: '1' }),
    };
    const expected = [
      { kind: 'dispute_not_there', trx: missing.payment._id, key: missing.id },
      { kind: 'amount_differs', trx: less.payment._id, key: less.id },
      { kind: 'dispute_not_here', trx: open.payment._id, key: open.id },
    ];
    const lines = await logLines(async () => expect(await compare(ledger)).to.equal(expected.length));
    expect(lines.map(({ message }) => message))
      .to.include('dispute.unknown')
      .and.include('dispute.untold');
    expect(await found()).to.have.deep.members(expected);
    expect((await stored(payment)).results.map(({ type }) => type)).to.deep.equal(['dispute.opened', 'dispute.closed']);
    const again = { ...ledger, listDisputes: () => Promise.resolve({ disputes: [], nextCursor: null }) };
    expect(await compare(again)).to.equal(0);
  });

  it('finds a difference of each kind, and each once however often it looks', async () => {
    const failed = await paid({ status: 'failed', reason: 'do_not_honor' });
    const unpaid = await paid();
    const [less, foreign, twice, twiceByKey] = [await paid(), await paid(), await paid(), await paid()];
    const unknown = recordOf({ ...failed, _id: randomUUID() });
    const ledger = books([
      recordOf(failed),
      unknown,
      recordOf(less, { amount: 4989 }),
      recordOf(foreign, { currency: 'USD' }),
      recordOf(twice),
      recordOf(twice, { key: `${twice._id}-2`, reference: 'ch_again' }),
      recordOf(twiceByKey),
      recordOf(twiceByKey, { reference: 'ch_again' }),
    ]);
    const expected = [
      { kind: 'not_succeeded_here', trx: failed._id, key: `${failed._id}-1` },
      { kind: 'not_succeeded_here', trx: unknown.trx, key: unknown.key },
      { kind: 'not_charged_there', trx: unpaid._id, key: `${unpaid._id}-1` },
      { kind: 'amount_differs', trx: less._id, key: `${less._id}-1` },
      { kind: 'amount_differs', trx: foreign._id, key: `${foreign._id}-1` },
      { kind: 'charged_twice', trx: twice._id, key: `${twice._id}-2` },
      { kind: 'charged_twice', trx: twiceByKey._id, key: `${twiceByKey._id}-1` },
    ];
    expect(await compare(ledger)).to.equal(expected.length);
    expect(await found()).to.have.deep.members(expected);
    expect(await compare(ledger)).to.equal(0);
    expect(await found()).to.have.deep.members(expected);
  });

  it('finds each of two movements beyond the one that a UPI payment counts, under whatever key', async () => {
    const _id = randomUUID();
    const payment = await paid({
      _id,
      attempts: [{ ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'paid', reference: `ch_${_id}` }],
    });
    const again = ['ch_again', 'ch_and_again'].map((reference) => recordOf(payment, { reference }));
    expect(await compare(books([recordOf(payment), ...again]))).to.equal(2);
    const found = await discrepancies.find({ trx: _id });
    expect(found.map(({ kind, theirs }) => [kind, theirs?.reference])).to.have.deep.members([
      ['charged_twice', 'ch_again'],
      ['charged_twice', 'ch_and_again'],
    ]);
  });

  it('knows a movement by either of the two names that its gateway has for it', async () => {
    const [first, second] = [await paid(), await paid()];
    const ledger = books([
      recordOf(first, { alias: 'utr_1' }),
      recordOf(second, { reference: 'utr_2', alias: `ch_${second._id}` }),
      recordOf(second, { reference: 'utr_3', alias: 'ch_again' }),
    ]);
    expect(await compare(ledger)).to.equal(1);
    expect(await found()).to.deep.equal([{ kind: 'charged_twice', trx: second._id, key: `${second._id}-1` }]);
  });

  it('has nothing on our side when our payment did not succeed', async () => {
    const { succeededAt: _none, ...failed } = aPayment({ status: 'failed', reason: 'do_not_honor' });
    await kept.save(failed);
    await compare(books([recordOf(failed)]));
    expect(await discrepancies.findOne({ trx: failed._id })).to.include({ kind: 'not_succeeded_here', ours: null });
  });

  for (const [what, status, amount, count] of [
    ['nothing, once it has gone back', 'succeeded', 4990, 0],
    ['something while it has not', 'failed', 4990, 1],
    ['something where less was refused', 'succeeded', 4000, 1],
  ] as const)
    it(`finds ${what}, in money that a person has refused`, async () => {
      const payment = aPayment({ status: 'failed' });
      const review = { kind: 'late_money', openedAt: new Date(), amount, currency: 'EUR', reference: 'ch_1' } as const;
      const refunds = [aRefund(payment._id, 1, { status, amount })];
      await kept.save({ ...payment, refunds, review: { ...review, decision: 'reject', decidedAt: new Date() } });
      await compare(books([recordOf(payment)]));
      expect(await discrepancies.find({ trx: payment._id })).to.have.length(count);
    });

  it('keeps what both sides say, for whoever looks into it', async () => {
    const payment = await paid();
    await compare(books([recordOf(payment, { amount: 1 })]));
    const difference = await discrepancies.findOne({ trx: payment._id });
    expect(difference).to.deep.include({
      ...SCOPE,
      account: 'sandbox-card',
      merchantId: payment.merchantId,
      theirs: { amount: 1, currency: 'EUR', at: AT, reference: `ch_${payment._id}` },
      ours: { amount: 4990, currency: 'EUR', at: AT },
      state: 'open',
    });
  });

  it('says for which attempt money came, above all for one that was closed and paid all the same', async () => {
    const _id = randomUUID();
    const closed: Attempt = { ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'closed' };
    const counted: Attempt = { ...newAttempt(_id, 2, 'sandbox-card'), outcome: 'authorized', reference: 'ch_2' };
    const payment = await paid({ _id, attempts: [closed, counted] });
    const [first, second] = [recordOf(payment), recordOf(payment, { key: `${_id}-2`, reference: 'ch_2' })];
    await compare(books([first, second, recordOf(payment, { key: 'a key of nobody' })]));
    const found = await discrepancies.find({ trx: _id });
    expect(found.map(({ kind, key, attempt }) => ({ kind, key, attempt }))).to.have.deep.members([
      { kind: 'charged_twice', key: first.key, attempt: { no: 1, of: 2 } },
      { kind: 'charged_twice', key: 'a key of nobody', attempt: null },
    ]);
  });

  it('leaves alone what an operator has resolved', async () => {
    const ledger = books([recordOf(await paid(), { amount: 1 })]);
    await compare(ledger);
    await discrepancies.updateOne({ day: DAY }, { $set: { state: 'resolved' } });
    expect(await compare(ledger)).to.equal(0);
    expect(await discrepancies.countDocuments({ day: DAY, state: 'resolved' })).to.equal(1);
  });

  it('takes money for there that the gateway lists on another day, when it is as much', async () => {
    const [same, less] = [await paid(), await paid()];
    const yesterday = new Date(AT.getTime() - 86_400_000);
    await compare(books([], [recordOf(same, { at: yesterday }), recordOf(less, { at: yesterday, amount: 1 })]));
    expect(await found()).to.deep.equal([{ kind: 'amount_differs', trx: less._id, key: `${less._id}-1` }]);
  });

  it("does not hold an order's reference against a payment that a person has confirmed", async () => {
    const _id = randomUUID();
    const attempts = [{ ...newAttempt(_id, 1, 'sandbox-card'), outcome: 'opened', reference: 'or_1' }];
    const payment = await paid({ _id, attempts });
    expect(await compare(books([recordOf(payment, { reference: '312345678901' })]))).to.equal(0);
  });

  it('looks at its own hour and at the accounts of its gateway only', async () => {
    await paid({ succeededAt: new Date(`${DAY}T11:00:00Z`) });
    await paid({ succeededAt: new Date(`${DAY}T09:59:59.999Z`) });
    await paid({ account: 'elsewhere-card' });
    expect(await compare(books([]))).to.equal(0);
    const { _id } = await paid({ succeededAt: new Date(`${DAY}T10:00:00Z`) });
    await compare(books([]));
    expect(await found()).to.deep.equal([{ kind: 'not_charged_there', trx: _id, key: `${_id}-1` }]);
  });

  it('says so when the gateway does not answer, instead of finding everything missing', async () => {
    await paid();
    const silent = { list: () => Promise.reject(new ConnectorError('nobody')), find: () => Promise.resolve(null) };
    const error: unknown = await compare(silent).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ConnectorError);
    expect(await found()).to.deep.equal([]);
  });
});
