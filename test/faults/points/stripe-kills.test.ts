import { expect } from 'chai';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../../scripts/faults-run/check.js';
import { collect } from '../../../scripts/faults-run/collect.js';
import { overdue } from '../../../scripts/faults-run/overdue.js';
import { joinStandIns } from '../../../scripts/faults-run/gateways/accounts.js';
import { startStandIns, type StandIns } from '../../../scripts/faults-run/gateways/stand-ins.js';
import { prepareWalk, type Walk } from '../../../scripts/faults-run/traffic.js';
import { until } from '../../../scripts/until.js';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { doomed, writePoints } from './doomed.js';

/** How many payments are made, each of which kills a worker: STRIPE_KILLS=200 takes a quarter of an hour. */
const KILLS = Number(process.env.STRIPE_KILLS ?? 3);

/** The gaps between the answer by which Stripe has charged and the write of it, by turns. */
const GAPS = [
  { when: 'after', call: 'http', holding: ':confirm' },
  { when: 'before', call: 'payments.update', holding: '"succeeded"' },
];

const DOOMED = 'payments-doomed';

describe(`payments, killed -9 between Stripe's answer and our write, ${KILLS} times`, function () {
  this.timeout(240_000 + KILLS * 30_000);
  const folder = mkdtempSync(join(tmpdir(), 'stripe-kills-'));
  let standIns: StandIns;
  let tollgate: Tollgate;
  let walks: Walk[];

  before(async () => {
    standIns = await startStandIns(['stripe']);
    tollgate = await startTollgate({
      processes: ['ipn', 'sandbox'],
      others: [doomed(folder, 'payments', 1)],
      // However slow the machine is, no payment goes to the next account.
      env: {
        ...standIns.env,
        JOB_LOCK: '2',
        CARD_ANSWER_WAIT: '0.5',
        GATEWAY_BREAKER_FAILURES: '1000',
        GATEWAY_CONNECT_TIMEOUT: '20',
      },
    });
    await joinStandIns(tollgate, standIns);
    await tollgate.start('web');
    walks = Array.from({ length: KILLS }, () => prepareWalk(tollgate, 'card, approved', standIns.addresses));
    const points = walks.map(({ body: { identifier } }, at) => ({
      identifier,
      point: { ...GAPS[at % GAPS.length], name: identifier, process: 'payments' },
    }));
    await writePoints(folder, tollgate, points);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await tollgate.stop();
  });

  it('leaves one charge for each, by the books of Stripe, and every promise kept', async () => {
    const went: Promise<void>[] = [];
    for (const [at, { go, body, order }] of walks.entries()) {
      await tollgate.start(DOOMED);
      went.push(go());
      const isDead = () => !(DOOMED in tollgate.pids());
      await until(`the worker is dead over ${body.identifier}, number ${at + 1}`, isDead, 120_000).catch(
        async (error: unknown) => {
          const payment = await tollgate.database.collection('payments').findOne({ identifier: body.identifier });
          throw new Error(JSON.stringify({ order, payment }), { cause: error });
        },
      );
      expect(tollgate.ends()[DOOMED]).to.deep.equal({ code: null, signal: 'SIGKILL' });
      expect(existsSync(join(folder, body.identifier)), 'it died over this payment').to.equal(true);
    }
    await tollgate.start('payments');
    await Promise.all(went);
    await until('nothing is left to do', async () => (await overdue(tollgate)).length === 0);

    const [stripe] = await Promise.all(standIns.all.map(({ moved }) => moved()));
    if (!stripe) throw new Error('Nobody plays Stripe');
    const { charges } = stripe;
    const accounts = await tollgate.database.collection<PaymentRecord>('payments').distinct('account');
    expect(accounts).to.deep.equal(['stripe-account']);
    expect(charges).to.have.length(KILLS);
    expect(new Set(charges.map(({ reference }) => reference))).to.have.property('size', KILLS);
    const orders = walks.map(({ order }) => order);
    expect(check(await collect(tollgate, orders, { stripe }))).to.deep.equal([]);
  });
});
