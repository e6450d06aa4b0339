import { expect } from 'chai';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import { ask } from '../../support/ask.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { until } from '../../../scripts/until.js';
import { check } from '../../../scripts/faults-run/check.js';
import { addFirstAccount, FIRST_ACCOUNT } from '../../../scripts/faults-run/first-account.js';
import { collect } from '../../../scripts/faults-run/collect.js';
import { overdue } from '../../../scripts/faults-run/overdue.js';
import { prepareWalk, type Walk } from '../../../scripts/faults-run/traffic.js';
import { doomed, writePoints } from './doomed.js';
import { AT_FIRST, CARD_AT_FIRST, POINTS, type Point } from './points.js';

/** A point, and the payment that it happens to. */
interface Doom extends Point {
  walk: Walk;
  /** What merchant and customer do when nobody has answered them. */
  again: () => Promise<void>;
}

const DOOMED = ['web', 'payments', 'ipn'];

describe('processes that are killed at every point between two writes or calls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'points-'));
  const processes = DOOMED.map((like) => doomed(folder, like, POINTS.filter(({ process }) => process === like).length));
  let pids: Record<string, number>;
  let tollgate: Tollgate;
  let dooms: Doom[];

  before(async () => {
    tollgate = await startTollgate({
      processes: ['sandbox', 'console'],
      others: processes,
      env: { JOB_LOCK: '2', CARD_ANSWER_WAIT: '2', SANDBOX_CUSTOMER_DELAY: '0.2', THREE_DS_EXPIRY: '20' },
    });
    await addFirstAccount(tollgate.database, AT_FIRST);
    await tollgate.faults({ mode: 'refuse', account: FIRST_ACCOUNT });
    await tollgate.start('web');
    dooms = POINTS.map((point) => {
      const walk = prepareWalk(tollgate, point.journey);
      return { ...point, walk, again: point.process === 'web' ? walk.go : async () => undefined };
    });
    const points = dooms.map(({ walk, again: _, ...point }) => ({ identifier: walk.body.identifier, point }));
    await writePoints(folder, tollgate, points);
    await Promise.all(processes.map(({ name }) => tollgate.start(name)));
    pids = tollgate.pids();
    // Notifications come from whatever payments there are, so theirs begin while the workers of payments live.
    for (const process of ['ipn', 'web', 'payments']) {
      const struck = dooms.filter((doom) => doom.process === process);
      await Promise.all(struck.filter(({ first }) => first).map(strike));
      await Promise.all(struck.filter(({ first }) => !first).map(strike));
    }
    const areDead = () => processes.every(({ name }) => !(name in tollgate.pids()));
    await until('all have died', areDead).catch((error: unknown) => {
      const missed = POINTS.filter(({ name }) => !existsSync(join(folder, name)));
      throw new Error(`Nobody came to: ${missed.map(({ name }) => name).join('; ')}`, { cause: error });
    });
    await Promise.all([tollgate.start('payments'), tollgate.start('ipn')]);
    await Promise.all(dooms.map(({ again }) => again()));
    await until('nothing is left to do', async () => (await overdue(tollgate)).length === 0);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await tollgate.stop();
  });

  /** Sends the payment that a process will die over: to that very process, when it is one that takes requests. */
  async function strike(doom: Doom): Promise<void> {
    const { body, journey, order, go } = doom.walk;
    if (doom.process !== 'web') return go();
    const url = tollgate.urls.webs['web-doomed'] ?? '';
    if (journey.path === '/h2h/initiate') return expectDeath(ask(`${url}${journey.path}`, { body }));
    const answer = await tollgate.api(journey.path, body);
    order.answers.push({ status: answer.status, trx: answer.body.trx });
    const page = new URL(answer.body.redirect_url ?? '');
    doom.again = () => payAgain(doom.walk, page.href);
    await expectDeath(journey.customer?.(page.href.replace(page.origin, url), {}));
  }

  async function expectDeath(answer: Promise<unknown> | undefined): Promise<void> {
    const came = await answer?.catch((error: unknown) => error);
    expect(came).to.be.instanceOf(Error);
  }

  async function payAgain({ body, journey }: Walk, page: string): Promise<void> {
    const { public_key } = tollgate.merchant;
    const status = () => tollgate.api('/payment/status', { public_key, identifier: body.identifier });
    while ((await status()).body.payment_status === 'pending') {
      await journey.customer?.(page, {});
      await pause(200);
    }
  }

  for (const { name, process } of POINTS)
    it(`${process}: ${name}`, () => {
      const pid = Number(readFileSync(join(folder, name), 'utf8'));
      const [struck = ''] = Object.entries(pids).find(([, known]) => known === pid) ?? [];
      expect(struck).to.match(new RegExp(`^${process}-doomed`));
      expect(tollgate.ends()[struck]).to.deep.equal({ code: null, signal: 'SIGKILL' });
    });

  it('leave the next account to charge what the first one took nothing for, once, as both ledgers say', async () => {
    const [doom] = dooms.filter(({ journey }) => journey === CARD_AT_FIRST);
    const trx = doom?.walk.order.answers.at(-1)?.trx ?? '';
    const payment = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: trx });
    expect(payment?.attempts.map(({ key, account, outcome }) => [key, account, outcome])).to.deep.equal([
      [`${trx}-1`, FIRST_ACCOUNT, 'not_reached'],
      [`${trx}-2`, 'sandbox-card', 'authorized'],
    ]);
    const lines = (await tollgate.ledger(trx)).map(({ idempotency_key, result }) => [idempotency_key, result]);
    expect(lines).to.deep.equal([[`${trx}-2`, 'charged']]);
  });

  it('leave every payment with its right end, charged once or never, told under one id, without a gap', async () => {
    const evidence = await collect(
      tollgate,
      dooms.map(({ walk }) => walk.order),
    );
    expect(evidence.payments).to.have.length(POINTS.length);
    expect(check(evidence)).to.deep.equal([]);
  });
});
