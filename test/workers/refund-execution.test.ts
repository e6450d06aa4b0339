import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { config } from '../../config/index.js';
import { until } from '../../scripts/until.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { RefundAbout, RefundResult } from '../../src/connectors/refunds.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Refund } from '../../src/payments/refund.js';
import { refundableOf, refundedOf } from '../../src/payments/refunded.js';
import { moveRefund, postponeRefund } from '../../src/refunds/move-refund.js';
import { keepToldRefund } from '../../src/refunds/keep-told-refund.js';
import { askAboutRefund, expediteRefund, recheckRefund } from '../../src/refunds/recheck-refund.js';
import { readRefund, type RefundOf } from '../../src/refunds/refund-job.js';
import { PATIENCE } from '../../workers/patience.js';
import { refundExecution } from '../../workers/refund-execution.js';
import { logLines } from '../ipn/log-lines.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';

/** A gateway's answer, or null for none. */
type Answer = RefundResult | null;

const UNKNOWN: Answer = { outcome: 'unknown' };
const PENDING: Answer = { outcome: 'pending', reference: 're_1' };
const REFUNDED: Answer = { outcome: 'refunded', reference: 're_1', amount: 1000, currency: 'EUR' };
const REFUSED: Answer = { outcome: 'refused', reason: 'account_closed', gatewayCode: 'AC04' };
const REFUSED_OF = { ...REFUSED, reference: 're_1' };
const REFUSED_OTHER = { ...REFUSED, reference: 're_2' };

describe('refund-execution', () => {
  const gateway = connectorPart('sandbox-card', 'refunds');
  const itself = Object.getOwnPropertyDescriptors(gateway);
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(() => void Object.defineProperties(gateway, itself));
  after(() => kept.remove());

  /** A gateway that says this when it is asked about a refund, and that when it is asked for one. */
  function says(fetched: Answer, posted: Answer = null): string[] {
    const calls: string[] = [];
    const answering = (call: string, answer: Answer, about: RefundAbout) => {
      calls.push(`${call} ${about.key.slice(-2)} of ${about.charge.key.slice(-2)}`);
      return answer ? Promise.resolve(answer) : Promise.reject(new ConnectorError('no answer'));
    };
    Object.assign(gateway, {
      fetchRefund: (about: RefundAbout) => answering('fetch', fetched, about),
      refund: (_: unknown, about: RefundAbout) => answering('post', posted, about),
    });
    return calls;
  }

  /** One that somebody may have asked for already. */
  async function reserved(refund: Partial<Refund> = {}, payment: Partial<PaymentRecord> = {}) {
    const trx = randomUUID();
    return kept.save(aPaidPayment({ _id: trx, refunds: [aRefund(trx, 1, { callers: 1, ...refund })], ...payment }));
  }
  const run = ({ _id }: PaymentRecord, version = 1) => refundExecution({ id: `${_id}-r1`, version });
  const refundOf = async (payment: PaymentRecord) => (await stored(payment)).refunds?.[0];
  async function read({ _id }: PaymentRecord): Promise<RefundOf> {
    const of = await readRefund(`${_id}-r1`);
    if (!of) throw new Error('it is there');
    return of;
  }

  for (const [what, refund, fetched, posted, status, calls] of [
    ['asks first what became of a call that somebody may have made', {}, REFUNDED, null, 'succeeded', ['fetch']],
    [
      'uses the same key again when the gateway has never heard of it',
      {},
      UNKNOWN,
      REFUNDED,
      'succeeded',
      ['fetch', 'post'],
    ],
    ['ends by a no', { inquiryCount: PATIENCE }, UNKNOWN, REFUSED, 'failed', ['fetch', 'post']],
    [
      'asks for none again that the gateway has named, and does not show',
      { status: 'processing', reference: 're_1' },
      UNKNOWN,
      null,
      'processing',
      ['fetch'],
    ],
    ['waits for a gateway that has taken it on', {}, UNKNOWN, PENDING, 'processing', ['fetch', 'post']],
    ['knows nothing when nobody answers', {}, null, null, 'unresolved', ['fetch']],
    ['knows nothing when nobody answers to the call', {}, UNKNOWN, null, 'unresolved', ['fetch', 'post']],
    ['waits on', { status: 'processing' }, PENDING, null, 'processing', ['fetch']],
    ['waits on when nobody answers', { status: 'processing' }, null, null, 'processing', ['fetch']],
    ['hears of it in the end', { status: 'processing' }, REFUNDED, null, 'succeeded', ['fetch']],
    ['finds one that nobody answered for', { status: 'unresolved' }, PENDING, null, 'processing', ['fetch']],
    ['finds out that it was refused', { status: 'unresolved' }, REFUSED, null, 'failed', ['fetch']],
  ] as const)
    it(what, async () => {
      const made = says(fetched, posted);
      const payment = await reserved(refund);
      await run(payment);
      const after = await refundOf(payment);
      expect(after).to.include({ status, version: 2 });
      expect(made).to.deep.equal(calls.map((call) => `${call} r1 of -1`));
      expect(after?.next?.job).to.equal(['succeeded', 'failed'].includes(status) ? undefined : 'refund-execution');
    });

  const OVERDUE = new Date(Date.now() - config.newsOverdue * 1000);
  for (const [what, asks, start, refund, status] of [
    ['counts of one that nobody asked for before', 'told', 'first', {}, 'failed'],
    ['waits for news of one that a worker may have asked for before it died', 'told', 'again', {}, 'unresolved'],
    ['waits for news of one that was not answered', 'told', 'again', { status: 'unresolved' }, 'unresolved'],
    ['waits for news of one that was taken on', 'told', 'again', { status: 'processing' }, 'processing'],
    ['counts when no news has come', 'told', 'again', { status: 'unresolved', createdAt: OVERDUE }, 'failed'],
    ['may be of the repetition, at a gateway that may yet show the first', 'key', 'again', {}, 'unresolved'],
    ['counts when it never did', 'key', 'again', { status: 'unresolved', inquiryCount: PATIENCE }, 'failed'],
  ] as const)
    it(`is refused: that ${what}`, async () => {
      says(UNKNOWN, REFUSED);
      Object.assign(gateway, { capabilities: { ...gateway.capabilities, asks } });
      const payment = await reserved({ ...refund, callers: start === 'first' ? 0 : 1 });
      await run(payment);
      expect(await refundOf(payment)).to.include({ status, version: 2 });
    });

  it('asks for a new one at once, and what became of that when it begins anew with an older Redis', async () => {
    const payment = await reserved({ callers: 0 });
    const calls = says(UNKNOWN, REFUSED);
    await run(payment);
    await run(payment);
    expect(calls).to.deep.equal(['post r1 of -1']);
    const held = await reserved({ callers: 0 });
    let goOn = () => {};
    const answer = new Promise<void>((resolve) => (goOn = resolve));
    Object.assign(gateway, {
      refund: async () => {
        await answer;
        return REFUNDED;
      },
    });
    const first = run(held);
    await until('the first one asks', async () => (await refundOf(held))?.callers === 1);
    says(UNKNOWN, REFUSED); // beside the first one
    await run(held);
    expect(await refundOf(held)).to.include({ status: 'unresolved' });
    goOn();
    await first;
  });

  it('is an alarm when its gateway tells of one that had failed, and has given it back', async () => {
    const payment = await reserved({ status: 'failed' });
    for (const [fetched, expected] of [
      [REFUNDED, ['refund.made_late']],
      [REFUSED, []],
    ] as const) {
      says(fetched);
      const lines = await logLines(async () => {
        await expediteRefund(await read(payment));
        await setImmediate(); // whoever told is answered meanwhile
      });
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
    }
  });

  for (const [event, answer, expected] of [
    ['refused', REFUNDED, ['refund.moved', 'job.overtaken', 'refund.made_late']],
    ['refused', { outcome: 'pending' }, ['refund.moved', 'job.overtaken', 'refund.made_late']],
    ['refused', REFUSED, ['refund.moved', 'job.overtaken']],
    ['refunded', REFUNDED, ['refund.moved', 'job.overtaken']],
  ] as const)
    it(`is ${expected.length > 2 ? 'an alarm' : 'none'} when it is ${answer.outcome} and somebody else has heard that it is ${event}`, async () => {
      const payment = await reserved();
      const of = await read(payment);
      says(answer);
      const fetchRefund = gateway.fetchRefund.bind(gateway);
      const overtaken = async (about: RefundAbout) => {
        await moveRefund(of, event, {}, 'a test');
        return fetchRefund(about);
      };
      Object.assign(gateway, { fetchRefund: overtaken });
      const lines = await logLines(() => run(payment));
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
    });

  it('frees the amount by a no, counts it after a yes, and tells the merchant of both', async () => {
    for (const [answer, left, type, failure] of [
      [REFUSED, 4990, 'refund.failed', "The customer's account or card cannot take the money back"],
      [REFUNDED, 3990, 'refund.success', null],
    ] as const) {
      says(answer);
      const payment = await reserved();
      await run(payment);
      const after = await stored(payment);
      expect(after).to.have.property('unpublished', true); // until it is seen that the merchant has been told
      expect(refundableOf(after)).to.equal(left);
      expect(refundedOf(after).amount).to.equal(4990 - left);
      expect(after.results.map((result) => result.type)).to.deep.equal([type]);
      expect(JSON.parse(after.results[0]?.data ?? '')).to.include({ failure, refundable_amount: left / 100 });
    }
  });

  it('keeps no card number that a gateway has put into its code', async () => {
    says({ outcome: 'refused', reason: 'refused', gatewayCode: 'bad card 4000 0000 0000 0002' });
    const payment = await reserved();
    await run(payment);
    expect(await refundOf(payment)).to.include({ status: 'failed', gatewayCode: 'bad card 4000…02' });
  });

  for (const [answer, told] of [
    [REFUNDED, 1],
    [PENDING, 0],
  ] as const)
    it(`does nothing for a version that has passed: no second call, no second event (${answer.outcome})`, async () => {
      const calls = says(answer);
      const payment = await reserved();
      await run(payment);
      await run(payment);
      expect(calls).to.have.length(1);
      expect((await stored(payment)).results).to.have.length(told);
    });

  for (const [what, other] of [
    ['amount', { amount: 999 }],
    ['currency', { currency: 'USD' }],
  ] as const)
    it(`waits and alerts when the gateway gave back another ${what}`, async () => {
      says({ ...REFUNDED, ...other });
      const payment = await reserved();
      const lines = await logLines(() => run(payment));
      expect(lines.map(({ message }) => message)).to.include('refund.mismatched');
      expect(await refundOf(payment)).to.include({ status: 'unresolved', reference: 're_1' });
      const again = await logLines(() => run(payment, 2));
      expect(again.map(({ message }) => message)).to.not.include('refund.mismatched');
      says({ ...REFUNDED, amount: 7 });
      const changed = await logLines(() => run(payment, 3));
      expect(changed.map(({ message }) => message)).to.include('refund.mismatched');
      expect(await refundOf(payment)).to.include({ status: 'unresolved', version: 4 });
    });

  it('keeps what its gateway calls it: some are asked by that later, and their books name it', async () => {
    for (const answer of [PENDING, REFUNDED, { ...REFUSED, reference: 're_1' }]) {
      says(answer);
      const payment = await reserved();
      await run(payment);
      expect(await refundOf(payment)).to.include({ reference: 're_1' });
    }
  });

  for (const status of ['processing', 'succeeded'] as const)
    it(`counts the looks that bring nothing, by which it waits longer each time (${status})`, async () => {
      const next = { job: 'refund-execution', at: new Date() } as const;
      const payment = await reserved({ status, reference: 're_1', next });
      says(null);
      for (const version of [1, 2]) await run(payment, version);
      expect(await refundOf(payment)).to.include({ status, version: 3, inquiryCount: 2 });
    });

  it('is recorded though another refund changed the payment meanwhile', async () => {
    const payment = await reserved();
    const other = { ...payment, version: payment.version - 1 }; // what a worker read before
    says(REFUNDED);
    const refund = payment.refunds?.[0];
    if (!refund) throw new Error('there is one');
    expect(await moveRefund({ payment: other, refund }, 'refunded', {}, 'a test')).to.not.equal(null);
    expect(await refundOf(payment)).to.include({ status: 'succeeded' });
    expect(await moveRefund({ payment, refund }, 'refused', {}, 'a test')).to.equal(null);
  });

  it('gives the payment as it is stored, each step with its own moment, and leaves its other refunds alone', async () => {
    const trx = randomUUID();
    const [refund, other] = [aRefund(trx, 1), aRefund(trx, 2)];
    const payment = await kept.save(aPaidPayment({ _id: trx, refunds: [refund, other] }));
    const done = await moveRefund({ payment, refund }, 'refunded', { reference: 're_1' }, 'a test');
    if (!done) throw new Error('nobody else moves it');
    expect(await stored(payment)).to.deep.equal({ ...done.payment, unpublished: true });
    const { next: _, ...reserved } = refund;
    const [created, step] = done.refund.history;
    const { updatedAt: at } = done.refund;
    const succeeded = { status: 'succeeded', reference: 're_1', amountUsd: 1161, succeededAt: at, updatedAt: at };
    expect(step).to.deep.equal({
      id: step?.id,
      event: 'refunded',
      from: 'requested',
      to: 'succeeded',
      at,
      actor: 'a test',
    });
    expect(done.payment.refunds).to.deep.equal([
      { ...reserved, ...succeeded, version: 2, history: [created, step] },
      other,
    ]);
    await logLines(async () => {
      const back = await moveRefund(done, 'taken_back', { failure: 'taken_back' }, 'a test');
      expect(await stored(payment)).to.deep.equal({ ...back?.payment, unpublished: true });
      expect(back?.refund).to.include({ status: 'failed', succeededAt: at, takenBackAt: back?.refund.updatedAt });
      expect(back?.refund.history.map(({ event }) => event)).to.deep.equal(['created', 'refunded', 'taken_back']);
    });
  });

  it('can be taken back by its gateway days later: told again, and the amount is free', async () => {
    says(REFUNDED);
    const payment = await reserved();
    await run(payment);
    const of = await read(payment);
    const lines = await logLines(() => moveRefund(of, 'taken_back', { failure: 'taken_back' }, 'a test'));
    expect(lines.map(({ message }) => message)).to.include('refund.taken_back');
    const after = await stored(payment);
    expect(after.results.map(({ type }) => type)).to.deep.equal(['refund.success', 'refund.failed']);
    expect([refundableOf(after), refundedOf(after).standing]).to.deep.equal([4990, 'none']);
  });

  it('is taken back though another look has put the next one off meanwhile', async () => {
    says(REFUNDED);
    const payment = await reserved();
    await run(payment);
    const of = await read(payment);
    await postponeRefund(of, null);
    says(REFUSED);
    await logLines(async () => expect((await recheckRefund(of, 'a test'))?.refund.status).to.equal('failed'));
  });

  it('hears of what is told while a look at what was told before is under way', async () => {
    Object.assign(gateway, { capabilities: { ...gateway.capabilities, asks: 'told' } });
    const payment = await reserved({ status: 'processing', reference: 're_1' });
    const key = `${payment._id}-r1`;
    await keepToldRefund(payment, { key, result: REFUNDED });
    const look = await read(payment);
    expect(await askAboutRefund(look)).to.deep.equal(REFUNDED);
    await keepToldRefund(payment, { key, result: REFUSED }); // whose callback had read the payment before all that
    await moveRefund(look, 'refunded', { reference: 're_1' }, 'a test');
    const { version, next } = (await refundOf(payment)) ?? {};
    expect(next?.at.getTime()).to.be.at.most(Date.now());
    await run(payment, version);
    expect(await refundOf(payment)).to.include({ status: 'failed' });
  });

  const OWN = '-r1';
  const OF_ATTEMPT = '-1';
  const OTHER = { ...REFUNDED, reference: 're_2' };
  for (const [what, refund, key, news, isAlarm] of [
    ['one on its way', { status: 'processing', reference: 're_1' }, OWN, [REFUNDED], false],
    [
      'one on its way, by its reference alone',
      { status: 'processing', reference: 're_1' },
      OF_ATTEMPT,
      [REFUNDED],
      false,
    ],
    ['one that it had refused', { status: 'failed', reference: 're_1' }, OF_ATTEMPT, [REFUNDED], true],
    ['one that came back', { status: 'failed', reference: 're_1' }, OF_ATTEMPT, [REFUSED_OF, REFUNDED], false],
    ['one that came back, and that it did', { status: 'failed', reference: 're_1' }, OF_ATTEMPT, [REFUSED_OF], false],
    ['another one than is on its way', { status: 'processing', reference: 're_1' }, OF_ATTEMPT, [OTHER], true],
    ['another one than has succeeded', { status: 'succeeded', reference: 're_1' }, OF_ATTEMPT, [OTHER], true],
    ['one that may be what was not answered yet', { status: 'unresolved' }, OF_ATTEMPT, [OTHER], false],
    ['one when what had no answer has failed', { status: 'failed' }, OF_ATTEMPT, [OTHER], true],
    ['that another one was refused', { status: 'processing', reference: 're_1' }, OF_ATTEMPT, [REFUSED_OTHER], false],
  ] as const)
    it(`is ${isAlarm ? 'an alarm' : 'none'} when a gateway that cannot be asked tells of ${what}`, async () => {
      Object.assign(gateway, { capabilities: { ...gateway.capabilities, asks: 'told' } });
      const payment = await reserved(refund);
      const alarms = (
        await logLines(async () => {
          for (const result of [...news, ...news])
            await keepToldRefund(await stored(payment), { key: `${payment._id}${key}`, result });
          await setImmediate(); // whoever told is answered meanwhile
        })
      ).filter(({ message }) => message === 'refund.not_ours');
      expect(alarms.length > 0).to.equal(isAlarm);
      const last = news[news.length - 1];
      if (isAlarm) expect(alarms[0]).to.include({ reference: last?.reference, moved: 1000, trx: payment._id });
      expect((await stored(payment)).toldRefunds).to.deep.equal(
        news.map((result) => ({ key: `${payment._id}${key}`, reference: result.reference, result })),
      );
    });

  for (const [what, answer, fetched, status, types] of [
    ['one that was taken back since', REFUNDED, REFUSED, 'failed', ['refund.success', 'refund.failed']],
    ['one that stands', REFUNDED, REFUNDED, 'succeeded', ['refund.success']],
    ['one that went back since', PENDING, REFUNDED, 'succeeded', ['refund.success']],
    ['one that nobody answered for', null, REFUNDED, 'succeeded', ['refund.success']],
  ] as const)
    it(`asks once more after a call during which news came, and never for it again: ${what}`, async () => {
      const payment = await reserved({ callers: 0 });
      const of = await read(payment);
      const calls = says(fetched, answer);
      const refund = gateway.refund.bind(gateway);
      Object.assign(gateway, {
        refund: async (...asked: Parameters<typeof refund>) => {
          await Promise.all([expediteRefund(of), expediteRefund(of)]);
          return refund(...asked);
        },
      });
      await run(payment);
      expect((await refundOf(payment))?.next?.at.getTime()).to.be.at.most(Date.now());
      await run(payment, 2);
      expect(calls).to.deep.equal(['post r1 of -1', 'fetch r1 of -1']);
      const after = await stored(payment);
      expect(after.refunds?.[0]).to.include({ status }).and.not.have.property('hasNews');
      expect(after.refunds?.[0]?.next ?? null).to.equal(null);
      expect(after.results.map(({ type }) => type)).to.deep.equal(types);
    });

  it('has news of a call that has just ended asked about, too', async () => {
    const payment = await reserved();
    const before = await read(payment);
    says(REFUNDED);
    await run(payment);
    await expediteRefund(before);
    expect((await refundOf(payment))?.next?.job).to.equal('refund-execution');
  });

  for (const [what, status, fetched] of [
    ['one on its way', 'processing', PENDING],
    ['one that nobody answered for', 'unresolved', PENDING],
    ['one that has succeeded', 'succeeded', REFUNDED],
  ] as const)
    it(`has news asked about that came while a look was under way: ${what}`, async () => {
      const next = { job: 'refund-execution', at: new Date() } as const;
      const payment = await reserved({ status, reference: 're_1', inquiryCount: PATIENCE, next });
      const before = await read(payment);
      says(fetched);
      await run(payment); // it was answered before the news, and is stored first
      await expediteRefund(before);
      const due = await refundOf(payment);
      expect(due?.next?.at.getTime()).to.be.at.most(Date.now());
      await expediteRefund(before); // the same news again overtakes no look that is due by now
      expect(await refundOf(payment)).to.deep.equal(due);
    });

  for (const [what, fetched, status, types] of [
    ['it was taken back', REFUSED, 'failed', ['refund.success', 'refund.failed']],
    ['it stands', REFUNDED, 'succeeded', ['refund.success']],
    ['the gateway has forgotten it', UNKNOWN, 'succeeded', ['refund.success']],
    ['nobody answers', null, 'succeeded', ['refund.success']],
  ] as const)
    it(`asks about one that has succeeded after news of it, and never for it again: ${what}`, async () => {
      says(REFUNDED);
      const payment = await reserved();
      await run(payment);
      const of = await read(payment);
      await expediteRefund(of);
      const calls = says(fetched, REFUNDED);
      await run(payment, 3);
      expect(calls).to.deep.equal(['fetch r1 of -1']);
      const after = await stored(payment);
      expect(after.refunds?.[0]).to.include({ status, version: 4 });
      expect(after.refunds?.[0]?.next?.job).to.equal(fetched === null ? 'refund-execution' : undefined);
      expect(after.results.map(({ type }) => type)).to.deep.equal(types);
    });
});
