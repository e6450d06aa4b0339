import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { countPayments } from '../../src/console/overview/payment-figures.js';
import { config } from '../../config/index.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { noteAnswer, noteNoAnswer } from '../../src/gateways/breaker.js';
import { HOUR_MS, inSeconds } from '../../src/time.js';
import { disableEndpoint } from '../ipn/lessons.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment } from '../proofs/a-local-payment.js';
import { browserOf, startConsole, type TestConsole, theOperator } from './console.js';

const SILENT = `silent-${randomUUID()}`.slice(0, 40);
const PAUSED = `paused-${randomUUID()}`.slice(0, 40);
const TILE = /<a class="tile[^"]*" href="[^"]+"><strong>(\d+)<\/strong> ([^<]+)<\/a>/g;

describe('the overview', () => {
  const merchant = new TestMerchant();
  let console: TestConsole;
  let browser: { cookie: string };
  before(async () => {
    console = await startConsole();
    browser = await browserOf(console, await theOperator('viewer'));
    await merchant.save();
  });
  after(async () => {
    [SILENT, PAUSED].forEach(noteAnswer);
    await payments.deleteMany({ merchantId: merchant.id });
    await merchant.remove();
    await console.close();
  });

  const save = (payment: PaymentRecord) => payments.insertOne({ ...payment, merchantId: merchant.id });
  /** On request, so that nobody else's payments meet it. */
  async function fallSilent(id: string, status: 'active' | 'paused'): Promise<void> {
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    learnAccounts([{ ...card, _id: id, onRequest: true, status }]);
    for (let time = 0; time < config.gatewayBreaker.failures; time++) await noteNoAnswer(id);
  }
  const exhausted = { status: 'exhausted', next: null, type: 'payment.failed' } as const;
  const late = { createdAt: inSeconds(-config.ipn.overdue - 60) };

  /** How many things of each kind need a person, whatever other specs have left. */
  async function counts() {
    const { text } = await console.http.get('/').set(browser).expect(200);
    const tiles = new Map([...text.matchAll(TILE)].map(([, count, words = '']) => [words, Number(count)]));
    const count = (words: RegExp) => [...tiles].find(([each]) => words.test(each))?.[1] ?? 0;
    return {
      overdue: count(/^reviews? (is|are) overdue/),
      waiting: count(/^reviews? waits?/),
      unresolved: count(/gateway gave no answer/),
      givenUp: count(/given up/),
      unheard: count(/has not heard|paid payments are overdue/),
      disabled: count(/^endpoints? (is|are) disabled/),
      silent: count(/^gateway accounts? do(es)? not answer/),
    };
  }
  type Kind = keyof Awaited<ReturnType<typeof counts>>;

  const NEEDS: [what: string, kind: Kind, make: () => Promise<unknown>][] = [
    ['a review in time', 'waiting', () => save(aUpiPayment({ proof: aProof() }))],
    [
      'an overdue review, which does not wait beside',
      'overdue',
      () => save(aUpiPayment({ proof: aProof({ overdue: true }) })),
    ],
    [
      'an overdue proof beside money to judge',
      'overdue',
      () => save(aUpiPayment({ proof: aProof({ overdue: true }), review: aMoneyReview() })),
    ],
    ['a payment whose gateway gave no answer', 'unresolved', () => save(aPayment({ status: 'unresolved' }))],
    ['a notification that was given up', 'givenUp', () => merchant.delivery(exhausted)],
    ['a paid payment of which its merchant has not heard', 'unheard', () => merchant.delivery(late)],
    ['a gateway account that does not answer', 'silent', () => fallSilent(SILENT, 'active')],
    ['a disabled endpoint', 'disabled', async () => disableEndpoint(await merchant.delivery())],
  ];
  for (const [what, kind, make] of NEEDS)
    it(`counts ${what}`, async () => {
      const before = await counts();
      await make();
      expect(await counts()).to.deep.equal({ ...before, [kind]: before[kind] + 1 });
    });

  it('counts no account that is silent, and that nobody asks', async () => {
    const before = await counts();
    await fallSilent(PAUSED, 'paused');
    expect(await counts()).to.deep.equal(before);
  });

  it('counts live and test payments apart', async () => {
    const all = async () => [
      (await countPayments('test', new Date())).all.failed,
      (await countPayments('live', new Date())).all.failed,
    ];
    const [tested = 0, live] = await all();
    await save(aPayment({ status: 'failed' }));
    expect(await all()).to.deep.equal([tested + 1, live]);
  });

  it('counts a payment in the hour that it was made in, for a day', async () => {
    const now = new Date();
    const made = async () => {
      const { hours, all } = await countPayments('test', now);
      return { hours: hours.map(({ from, tally }) => [from.getTime(), tally.failed] as const), all: all.failed };
    };
    const before = await made();
    const hour = Math.floor(now.getTime() / HOUR_MS);
    for (const createdAt of [
      hour * HOUR_MS,
      (hour - 3) * HOUR_MS - 1,
      (hour - 23) * HOUR_MS,
      (hour - 23) * HOUR_MS - 1,
    ])
      await save(aPayment({ status: 'failed', createdAt: new Date(createdAt) }));
    const more = new Set([hour, hour - 4, hour - 23].map((each) => each * HOUR_MS));
    expect(before.hours).to.have.length(24);
    expect(await made()).to.deep.equal({
      hours: before.hours.map(([from, failed]) => [from, more.has(from) ? failed + 1 : failed]),
      all: before.all + 3,
    });
  });
});
