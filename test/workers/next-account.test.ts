import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { ConnectorError, NothingTaken } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectDatabase } from '../../src/database/client.js';
import type { Account } from '../../src/gateways/account.model.js';
import { accountNamed, findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { noteAnswer } from '../../src/gateways/breaker.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { comeToKey, leaveKey } from '../../src/payments/key-callers.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Attempt } from '../../src/payments/payment-parts.js';
import { redis } from '../../src/redis/client.js';
import { leaveSealedCard, newSeal } from '../../src/vault/seal-card.js';
import { decide } from '../../workers/card-authorization.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { stored } from '../proofs/a-local-payment.js';
import { removeSaved, saved } from '../proofs/api.js';

const CARD = { number: '4242424242424242', cvv: '123', expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' };
const CHARGED: CardResult = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };
const CLOSED: CardResult = { outcome: 'not_charged' };
const declined = (reason: 'gateway_error' | 'do_not_honor') => ({
  outcome: 'declined' as const,
  reason,
  gatewayCode: reason,
});
const silent = () => Promise.reject(new ConnectorError('no answer'));
const unreachable = () => Promise.reject(new NothingTaken('no connection'));

describe('the next account for a card', () => {
  const IDS = ['next-a', 'next-b', 'next-c', 'next-d'];
  before(async () => {
    await connectDatabase();
    await until('Redis is there', () => redis.status === 'ready');
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    learnAccounts(IDS.map((_id): Account => ({ ...card, _id, onRequest: true })));
  });
  afterEach(() => {
    mock.restoreAll();
    IDS.forEach(noteAnswer);
  });
  after(removeSaved);

  /** @param earlier what the attempts before this card came to */
  async function aCard(fallbacks: string[], account = 'next-a', earlier: Partial<Attempt>[] = []) {
    const payment = { ...aPayment({ account, fallbacks }), cardSeal: newSeal() };
    payment.attempts = [...earlier, {}].map((made, at) => ({ ...newAttempt(payment._id, at + 1, account), ...made }));
    await leaveSealedCard(payment, CARD);
    await saved(payment);
    return payment;
  }

  /** What each account does with its call, and with its key when that is closed. @returns who was asked, in turn */
  function accountsDo(does: Record<string, [authorize: () => Promise<CardResult>, close?: () => Promise<CardResult>]>) {
    const asked: string[] = [];
    for (const [id, [authorize, close = silent]] of Object.entries(does)) {
      mock.method(connectorPart(id, 'card'), 'authorizeCard', () => {
        asked.push(id);
        return authorize();
      });
      mock.method(connectorPart(id, 'card'), 'voidCard', () => {
        asked.push(`close ${id}`);
        return close();
      });
    }
    return asked;
  }

  const answers = (result: CardResult) => () => Promise.resolve(result);
  type Does = Parameters<typeof accountsDo>[0];
  const CASES: [what: string, does: Does, asked: string[], event: string][] = [
    [
      'after no connection',
      { 'next-a': [unreachable], 'next-b': [answers(CHARGED)] },
      ['next-a', 'next-b'],
      'authorized',
    ],
    [
      'after a decline for a fault of the gateway’s own',
      { 'next-a': [answers(declined('gateway_error'))], 'next-b': [answers(CHARGED)] },
      ['next-a', 'next-b'],
      'authorized',
    ],
    [
      'after no answer, when the key is closed without money',
      { 'next-a': [silent, answers(CLOSED)], 'next-b': [answers(CHARGED)] },
      ['next-a', 'close next-a', 'next-b'],
      'authorized',
    ],
    [
      'not after no answer, when the key turns out to be charged',
      { 'next-a': [silent, answers(CHARGED)], 'next-b': [answers(CHARGED)] },
      ['next-a', 'close next-a'],
      'authorized',
    ],
    [
      'not while it is open whether money moved',
      { 'next-a': [silent], 'next-b': [answers(CHARGED)] },
      ['next-a', 'close next-a'],
      'no_answer',
    ],
    [
      'not after an issuer’s no',
      { 'next-a': [answers(declined('do_not_honor'))], 'next-b': [answers(CHARGED)] },
      ['next-a'],
      'declined',
    ],
    [
      'not after an issuer’s no that leaves the key open, which is closed first',
      {
        'next-a': [answers({ ...declined('do_not_honor'), open: true }), answers(declined('do_not_honor'))],
        'next-b': [answers(CHARGED)],
      },
      ['next-a', 'close next-a'],
      'declined',
    ],
    [
      'not after an issuer’s no that leaves the key open, which nobody can be reached to close',
      { 'next-a': [answers({ ...declined('do_not_honor'), open: true }), unreachable], 'next-b': [answers(CHARGED)] },
      ['next-a', 'close next-a', 'close next-a'],
      'no_answer',
    ],
  ];
  for (const [what, does, asked, event] of CASES)
    it(`is asked ${what}`, async () => {
      const calls = accountsDo(does);
      const payment = await aCard(['next-b']);
      await logLines(async () => {
        const decision = await decide(payment);
        expect(decision).to.include({ event });
        if (asked.includes('next-b')) {
          const attempts = (await stored(payment._id)).attempts.map(({ no, account, key, passedOn }) => [
            no,
            account,
            key,
            passedOn,
          ]);
          expect(attempts).to.deep.equal([
            [1, 'next-a', `${payment._id}-1`, true],
            [2, 'next-b', `${payment._id}-2`, undefined],
          ]);
        }
      });
      expect(calls).to.deep.equal(asked);
    });

  it('is asked when no master key opens the account before, which no call can be made with', async () => {
    const _id = 'next-unreadable';
    const credentials = { key: { sealed: 'sealed under a key that is gone', lastFour: '' } };
    const unreadable = { ...accountNamed('next-a'), _id, credentials };
    learnAccounts([unreadable]);
    const calls = accountsDo({ 'next-b': [answers(CHARGED)] });
    const payment = await aCard(['next-b'], _id);
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'authorized' }));
    expect(calls).to.deep.equal(['next-b']);
    expect((await stored(payment._id)).attempts[0]).to.include({ outcome: 'not_reached', passedOn: true });
    learnAccounts([{ ...unreadable, status: 'closed', version: unreadable.version + 1, changedAt: new Date(0) }]);
  });

  const UNSURE: [what: string, answer: () => Promise<CardResult>][] = [
    ['finds no connection', unreachable],
    ['hears of a fault of the gateway’s own', answers(declined('gateway_error'))],
  ];
  for (const [what, answer] of UNSURE)
    it(`is not asked when a worker ${what} and another one has sent the card meanwhile`, async () => {
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve)).then(answer);
      const calls = accountsDo({ 'next-a': [() => held, answers(CHARGED)], 'next-b': [answers(CHARGED)] });
      const payment = await aCard(['next-b']);
      await logLines(async () => {
        const heldUp = decide(payment);
        await until('the first worker asks', () => calls.length > 0);
        mock.method(connectorPart('next-a', 'card'), 'authorizeCard', answers(CHARGED));
        expect(await decide(payment)).to.include({ event: 'authorized' });
        goOn();
        expect(await heldUp).to.include({ event: 'authorized' });
      });
      expect(calls).to.deep.equal(['next-a', 'close next-a']);
      expect((await stored(payment._id)).attempts).to.have.length(1);
    });

  /** A worker that sends the card to the first account, and dies. */
  async function sentAndKilled(payment: PaymentRecord): Promise<void> {
    accountsDo({ 'next-a': [() => Promise.reject(new Error('killed'))] });
    await decide(payment).catch(() => undefined);
    mock.restoreAll();
  }

  /** A worker that sends the card to the first account, is told that nothing was taken, and dies before it can go on. */
  async function leftAndKilled(payment: PaymentRecord): Promise<void> {
    expect(await comeToKey(payment)).to.equal('one');
    expect(await leaveKey(payment)).to.equal(true);
  }

  it('is asked in the place of a worker that has left the account before, and was killed', async () => {
    const payment = await aCard(['next-b']);
    await leftAndKilled(payment);
    const calls = accountsDo({ 'next-a': [answers(CHARGED)], 'next-b': [answers(CHARGED)] });
    expect(await decide(payment)).to.include({ event: 'authorized' });
    expect(calls).to.deep.equal(['next-b']);
  });

  it('is asked once when two workers go on in the place of another one', async () => {
    const payment = await aCard(['next-b']);
    await leftAndKilled(payment);
    const calls = accountsDo({ 'next-a': [answers(CHARGED)], 'next-b': [answers(CHARGED)] });
    const decisions = await Promise.all([decide(payment), decide(payment)]);
    const events = decisions.map((decision) => 'event' in decision && [decision.event, decision.of?.version]);
    expect(events).to.have.deep.members([
      ['authorized', payment.version + 1],
      ['no_answer', payment.version], // which nobody records: the payment has moved on
    ]);
    expect(calls).to.deep.equal(['next-b']);
  });

  it('is not asked when it could not be while the card was sent, by a worker that was killed', async () => {
    const payment = await aCard(['next-b']);
    const [b] = IDS.slice(1).map(findAccount);
    if (!b) throw new Error('There is no account to change');
    const change = (by: number, status: Account['status']) =>
      learnAccounts([{ ...b, status, version: b.version + by }]);
    change(1, 'paused');
    await sentAndKilled(payment);
    change(2, 'active');
    const calls = accountsDo({ 'next-a': [unreachable], 'next-b': [answers(CHARGED)] });
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'no_answer' }));
    expect(calls).to.deep.equal(['next-a', 'close next-a']);
  });

  it('is not asked when Redis has come back as it was before the card was sent', async () => {
    const payment = await aCard(['next-b']);
    await sentAndKilled(payment);
    await redis.flushdb();
    await leaveSealedCard(payment, CARD);
    const calls = accountsDo({ 'next-a': [unreachable], 'next-b': [answers(CHARGED)] });
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'no_answer' }));
    expect(calls).to.deep.equal(['next-a', 'close next-a']);
  });

  it('is asked by one worker, and whoever comes later sends no card to the account before', async () => {
    const calls = accountsDo({ 'next-a': [unreachable], 'next-b': [answers(CHARGED)] });
    const payment = await aCard(['next-b']);
    await logLines(async () => {
      expect(await decide(payment)).to.include({ event: 'authorized' });
      await redis.flushdb(); // which then comes back older: card and job are as they were at the beginning
      await leaveSealedCard(payment, CARD);
      expect(await decide(payment)).to.include({ event: 'no_answer' });
    });
    expect(calls).to.deep.equal(['next-a', 'next-b']);
  });

  it('is asked for three accounts at most', async () => {
    const calls = accountsDo(Object.fromEntries(IDS.map((id) => [id, [unreachable]])));
    const payment = await aCard(['next-b', 'next-c']);
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'no_answer' }));
    expect(calls).to.deep.equal(['next-a', 'next-b', 'next-c']);
  });

  it('is one that took nothing of an earlier card, too: that says nothing of this one', async () => {
    const calls = accountsDo({ 'next-a': [answers(CHARGED)], 'next-b': [unreachable] });
    const payment = await aCard(['next-a'], 'next-b', [
      { account: 'next-a', outcome: 'not_reached', passedOn: true },
      { outcome: 'declined', reason: 'insufficient_funds' },
    ]);
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'authorized' }));
    expect(calls).to.deep.equal(['next-b', 'next-a']);
  });

  it('is none that cannot authenticate any more, when the merchant requires it', async () => {
    const [b] = IDS.slice(1).map(findAccount);
    if (!b) throw new Error('There is no account to change');
    learnAccounts([{ ...b, threeDs: false, version: b.version + 1 }]);
    try {
      const calls = accountsDo({ 'next-a': [unreachable], 'next-b': [answers(CHARGED)], 'next-c': [answers(CHARGED)] });
      const payment = await aCard(['next-b', 'next-c']);
      await logLines(async () => expect(await decide(payment)).to.include({ event: 'authorized' }));
      expect(calls).to.deep.equal(['next-a', 'next-c']);
    } finally {
      learnAccounts([{ ...b, version: b.version + 2 }]);
    }
  });

  it('is not asked because of a connection, when a worker that was killed may have asked before', async () => {
    const payment = await aCard(['next-b']);
    await sentAndKilled(payment);
    const calls = accountsDo({ 'next-a': [unreachable, unreachable], 'next-b': [answers(CHARGED)] });
    await logLines(async () => expect(await decide(payment)).to.include({ event: 'no_answer' }));
    expect(calls).to.deep.equal(['next-a', 'close next-a']);
  });
});
