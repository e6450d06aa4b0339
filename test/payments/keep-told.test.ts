import { expect } from 'chai';
import type { CardResult } from '../../src/connectors/card.js';
import { connectDatabase } from '../../src/database/client.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { keepTold } from '../../src/payments/keep-told.js';
import { toldOf } from '../../src/payments/news.js';
import { payments } from '../../src/payments/payment.model.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment, IN_AN_HOUR } from './a-payment.js';
import { KeptPayments, stored } from './kept-payments.js';

describe('what a gateway tells of a payment that it cannot be asked about', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(() => kept.remove());

  const declined: CardResult = { outcome: 'declined', reason: 'expired_card', gatewayCode: '6', reference: 'psp-1' };
  const authorized: CardResult = { outcome: 'authorized', reference: 'psp-1', amount: 4990, currency: 'EUR' };

  it('is kept beside the call for a card that is under way, which it does not disturb', async () => {
    const payment = await kept.save({ next: { job: 'card-authorization', at: IN_AN_HOUR() } });
    await keepTold(payment, { result: authorized });
    const { told, version, next } = await stored(payment);
    expect(told).to.deep.equal({ attempt: 1, result: authorized });
    expect({ version, next }).to.deep.equal({ version: payment.version, next: payment.next });
  });

  it('has the job of a payment that waits believe it at once, the later word, but none over money', async () => {
    const payment = await kept.save({ status: 'unresolved', next: { job: 'status-inquiry', at: IN_AN_HOUR() } });
    for (const result of [declined, authorized, declined]) await keepTold(await stored(payment), { result });
    const { told, version, next } = await stored(payment);
    expect(told?.result).to.deep.equal(authorized);
    expect(version).to.equal(payment.version + 2);
    expect(next?.at.getTime()).to.be.at.most(Date.now());
  });

  const CLOSING: [words: string, news: Parameters<typeof keepTold>[1][], means: CardResult | undefined][] = [
    ['nothing', [], undefined],
    ['money', [{ result: authorized }], undefined], // it may be about to go back
    ['money, and that it was taken back', [{ result: authorized }, { closed: true }], { outcome: 'not_charged' }],
    ['that it was taken back, and money', [{ closed: true }, { result: authorized }], { outcome: 'not_charged' }],
    ['money, and that it was too late', [{ result: authorized }, { closed: false }], authorized],
    ['that it was too late, and money', [{ closed: false }, { result: authorized }], authorized],
    ['that it was too late', [{ closed: false }], undefined],
    ['a refusal', [{ result: declined }], declined],
    ['a refusal, and that it was closed', [{ result: declined }, { closed: true }], declined],
    ['that it was closed, and then not', [{ closed: true }, { closed: false }], { outcome: 'not_charged' }],
  ];
  for (const [words, news, means] of CLOSING)
    it(`is, after a close that takes money back was asked for and ${words} was told, ${means?.outcome ?? 'nothing yet'}`, async () => {
      const payment = await kept.save({
        status: 'unresolved',
        next: { job: 'status-inquiry', at: IN_AN_HOUR() },
        told: { attempt: 1, closing: 'asked' },
      });
      for (const word of news) await keepTold(await stored(payment), word);
      expect(toldOf(await stored(payment))).to.deep.equal(means);
    });

  it('is late money for a person when one has said that there was none, and once only', async () => {
    const openedAt = new Date();
    const said = { decidedAt: openedAt, decision: 'reject', decidedBy: 'ada@tollgate.example' } as const;
    const review = { kind: 'not_told', openedAt, amount: 0, currency: 'EUR', reference: 'c0ffeen1', ...said } as const;
    for (const [amount, kind, closing] of [
      [4990, 'late_money', 'refused'],
      [4980, 'amount_mismatch', 'asked'], // who decided has seen none that went back
    ] as const) {
      const payment = await kept.save({ status: 'failed', next: null, review, told: { attempt: 1, closing } });
      await keepTold(payment, { result: declined });
      expect((await stored(payment)).review).to.deep.equal(review);
      const lines = await logLines(async () => {
        for (let time = 0; time < 2; time++)
          await keepTold(await stored(payment), { result: { ...authorized, amount } });
      });
      expect(lines.filter(({ message }) => message === 'review.opened')).to.have.length(1);
      const { review: reopened, version, status } = await stored(payment);
      const money = { kind, amount, currency: 'EUR', reference: 'psp-1' };
      expect(reopened).to.include(money).and.not.have.property('decidedBy');
      expect({ version, status }).to.deep.equal({ version: payment.version + 1, status: 'failed' });
    }
  });

  it('is not put before a person again who has refused that money, and may have sent it back', async () => {
    const openedAt = new Date();
    const money = { amount: 4980, currency: 'EUR', reference: 'psp-1' } as const;
    const said = { decidedAt: openedAt, decision: 'reject', decidedBy: 'ada@tollgate.example' } as const;
    const review = { kind: 'amount_mismatch', openedAt, ...money, ...said } as const;
    const payment = await kept.save({ status: 'failed', next: null, review });
    await keepTold(payment, { result: { ...authorized, amount: 4980 } });
    expect((await stored(payment)).review).to.deep.equal(review);
  });

  it('puts right under which reference a person has found money, says so once, and gives the other one free', async () => {
    const openedAt = new Date();
    const said = { decidedAt: openedAt, decision: 'accept', decidedBy: 'ada@tollgate.example' } as const;
    const money = { amount: 4990, currency: 'EUR', reference: 'typo-1', foundAs: 'sandbox-card|typo-1' } as const;
    const review = { kind: 'not_told', openedAt, ...money, ...said } as const;
    const { attempts } = aPayment();
    const found = attempts.map((attempt) => ({ ...attempt, outcome: 'authorized', reference: 'typo-1' }));
    const payment = await kept.save({ status: 'succeeded', next: null, review, attempts: found });
    const lines = await logLines(async () => {
      for (let time = 0; time < 2; time++) await keepTold(await stored(payment), { result: authorized });
    });
    expect(lines.filter(({ message }) => message === 'payment.found_elsewhere')).to.have.length(1);
    const after = await stored(payment);
    expect(after.attempts.at(-1)).to.include({ outcome: 'authorized', reference: 'psp-1' });
    expect(after.review).to.include({ reference: 'psp-1', decision: 'accept' }).and.not.have.property('foundAs');
    expect(after).to.include({ status: 'succeeded', version: payment.version + 1 });
  });

  for (const [what, told, result] of [
    ['the same', {}, authorized],
    ['a refusal of another', {}, { ...declined, reference: 'psp-2' }],
    ['other money, which went back', { closing: 'done' }, { ...authorized, reference: 'psp-2' }],
  ] as const)
    it(`leaves a reference alone that a person has found right: told is ${what}`, async () => {
      const money = { amount: 4990, currency: 'EUR', reference: 'psp-1', foundAs: 'sandbox-card|psp-1' } as const;
      const said = { decision: 'accept', decidedBy: 'ada@tollgate.example' } as const;
      const review = { kind: 'not_told', openedAt: new Date(), ...money, ...said } as const;
      const attempts = aPayment().attempts.map((attempt) => ({ ...attempt, reference: 'psp-1' }));
      const before = { status: 'succeeded', next: null, review, attempts } as const;
      const payment = await kept.save({ ...before, told: { attempt: 1, ...told } });
      const lines = await logLines(() => keepTold(payment, { result }));
      expect(lines).to.deep.equal([]);
      expect(await stored(payment)).to.deep.include({ review, attempts, version: payment.version });
    });

  const ENDED: [
    words: string,
    closing: 'asked' | undefined,
    news: Parameters<typeof keepTold>[1][],
    said: 'review.opened' | 'payment.charged_late' | undefined,
  ][] = [
    ['money', undefined, [{ result: authorized }], 'review.opened'],
    [
      'a refusal, then money, twice',
      undefined,
      [{ result: declined }, { result: authorized }, { result: authorized }],
      'review.opened',
    ],
    ['money while it is asked back', 'asked', [{ result: authorized }], 'payment.charged_late'],
    ['money that cannot go back any more', 'asked', [{ closed: false }, { result: authorized }], 'review.opened'],
    ['money that went back', 'asked', [{ closed: true }, { result: authorized }], undefined],
  ];
  for (const [words, closing, news, said] of ENDED)
    for (const status of ['failed', 'cancelled'] as const)
      it(`is ${said ?? 'nothing'} of a card whose customer never came back: ${words} (${status})`, async () => {
        const told = closing && { attempt: 1, closing };
        const payment = await kept.save({ status, next: null, ...(told && { told }) });
        const lines = await logLines(async () => {
          for (const word of news) await keepTold(await stored(payment), word);
        });
        expect(lines.map(({ message }) => message)).to.deep.equal(said ? [said] : []);
        const { review } = await stored(payment);
        if (said === 'review.opened')
          expect(review).to.include({ kind: 'late_money', amount: 4990, reference: 'psp-1' });
        else expect(review).to.equal(undefined);
      });

  it('is late money, too, once it is told that it does not go back', async () => {
    const payment = await kept.save({ status: 'failed', next: null, told: { attempt: 1, closing: 'asked' } });
    const words = [{ result: authorized }, { closed: false }];
    await logLines(async () => {
      for (const word of words) await keepTold(await stored(payment), word);
    });
    expect((await stored(payment)).review).to.include({ kind: 'late_money', amount: 4990 });
  });

  it('is an alarm when it is money for a card after which the customer may try another, and does not wake the job', async () => {
    const payment = await kept.save({ status: 'checkout_open', next: { job: 'checkout-expiry', at: IN_AN_HOUR() } });
    const lines = await logLines(async () => {
      for (let time = 0; time < 2; time++) await keepTold(await stored(payment), { result: authorized });
    });
    expect(lines.map(({ message }) => message)).to.deep.equal(['payment.charged_late']);
    expect(lines[0]).to.include({ level: 'error', moved: 4990 });
    expect(await stored(payment)).to.include({ version: payment.version });
  });

  it('is an alarm when it is money, and the customer goes on to the next attempt at that moment', async () => {
    const payment = await kept.save({ status: 'challenged', next: { job: 'three-ds-resolution', at: IN_AN_HOUR() } });
    const attempts = [...payment.attempts, newAttempt(payment._id, 2, payment.account)];
    await payments.updateOne({ _id: payment._id }, { $set: { status: 'authorizing', attempts }, $inc: { version: 1 } });
    const lines = await logLines(() => keepTold(payment, { result: authorized }));
    expect(lines.map(({ message }) => message)).to.deep.equal(['payment.charged_late']);
  });

  it('is an alarm when it takes back a payment that has succeeded, once', async () => {
    const payment = await kept.save({ status: 'succeeded', next: null });
    const lines = await logLines(async () => {
      for (let time = 0; time < 3; time++) await keepTold(await stored(payment), { closed: true });
    });
    expect(lines.map(({ message }) => message)).to.deep.equal(['payment.taken_back']);
  });

  for (const [reference, expected] of [
    ['psp-1', ['payment.taken_back']],
    ['psp-2', []],
  ] as const)
    it(`is ${expected.length ? 'an' : 'no'} alarm when it declines ${reference}, and psp-1 has succeeded`, async () => {
      const attempts = aPayment().attempts.map((attempt) => ({ ...attempt, reference: 'psp-1' }));
      const payment = await kept.save({ status: 'succeeded', next: null, attempts });
      const lines = await logLines(() => keepTold(payment, { result: { ...declined, reference } }));
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
    });

  it('is kept of a payment that has moved on since it was read', async () => {
    const payment = await kept.save({ status: 'unresolved', next: { job: 'status-inquiry', at: IN_AN_HOUR() } });
    await keepTold({ ...payment, status: 'authorizing', version: payment.version - 1 }, { result: authorized });
    expect((await stored(payment)).told?.result).to.deep.equal(authorized);
  });
});
