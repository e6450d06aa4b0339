import { expect } from 'chai';
import type { Answer } from '../support/ask.js';
import type { Tollgate } from '../support/tollgate.js';
import { beginPayment } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';
import { APPROVED, bodyWith, CARDS, mixedRun } from './mixed-run.js';
import { findTraces, PLACES, type Piece, type Sources } from './places.js';
import { startEcho, PLANTS } from './plants.js';
import { storesReachable } from './stores-reachable.js';

describe('card data', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let sources: Sources;
  const collected: Record<string, Piece[]> = {};

  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    const answers = await mixedRun(tollgate);
    answers.push(...(await payDuringOutages()));
    const { queuePrefix, database, localDir, urls } = tollgate;
    const metricsUrls = Object.keys(tollgate.pids()).map((name) => urls.metrics[name] ?? '');
    sources = { queuePrefix, database, logs: () => tollgate.logs(), answers, localDir, metricsUrls };
    await tollgate.kill('payments', 'SIGSTOP'); // so that a card lies in Redis
    const waiting = await beginPayment(tollgate, bodyWith(tollgate, APPROVED));
    for (const [place, collect] of Object.entries(PLACES))
      collected[place] = place === 'metrics' ? [] : await collect(sources);
    await tollgate.kill('payments', 'SIGCONT');
    await waiting.answer;
    collected.metrics = (await PLACES.metrics?.(sources)) ?? [];
  });
  after(async () => {
    await tollgate.database.collection('planted').deleteMany({}); // by plants.ts, and with no schema
    await repair(faulty);
  });

  /** Errors are where a whole request is printed most easily. */
  async function payDuringOutages(): Promise<Answer[]> {
    const pay = () => tollgate.api('/h2h/initiate', bodyWith(tollgate, APPROVED));
    const answers: Answer[] = [];
    for (const store of [faulty.mongodb, faulty.redis]) {
      await store.cut();
      answers.push(await pay());
      await store.restore();
      await storesReachable(tollgate);
    }
    await tollgate.faults({ mode: 'reset' });
    answers.push(await pay());
    await tollgate.faults({ mode: 'none' });
    return answers;
  }

  const textOf = (place: string) => collected[place]?.map(({ text }) => text).join('\n') ?? '';

  it('was there to be left behind: every way of a payment was taken', () => {
    expect(textOf('Redis')).to.include(':sealed-card:').and.include('card-authorization');
    expect(textOf('MongoDB')).to.include('"last4":"4242"').and.include('"status":"delivered"');
    expect(textOf('logs'))
      .to.include('payment.transitioned')
      .and.include('gateway.unresponsive')
      .and.include('request.refused');
    expect(textOf('files')).to.include('"last4":"4242"');
    expect(textOf('metrics')).to.include('process_cpu_seconds_total');
    const codes = new Set(sources.answers.map(({ status }) => status));
    expect([...codes]).to.include.members([200, 303, 400, 401, 404, 405, 409, 413, 415, 422, 503]);
  });

  for (const place of Object.keys(PLACES))
    it(`is not to be found in ${place}`, () => {
      expect(collected[place]).to.not.be.empty;
      expect(findTraces(collected[place] ?? [], CARDS)).to.deep.equal([]);
    });

  describe('is found when it is planted', () => {
    const echo = startEcho();
    after(() => echo.close());

    for (const { place, as, plant, form } of PLANTS)
      it(`in ${place}, as ${as}`, async () => {
        const planted = await plant({ tollgate, sources, echo });
        const pieces = await PLACES[place]?.(planted);
        expect(findTraces(pieces ?? [], CARDS).map((trace) => trace.form)).to.include(form);
      });
  });
});
