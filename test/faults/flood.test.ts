import { expect } from 'chai';
import { forkScript, type AskedProcess } from '../../scripts/bench/asked-process.js';
import { percentile } from '../../scripts/bench/figures.js';
import type { Flooded } from '../../scripts/bench/load/flood.js';
import { until } from '../../scripts/until.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

const CARD = '4242424242424242';
/** A gateway that takes its time makes a flood of what costs few processors little: 16 at once are 16 a second. */
const [IN_FLIGHT, GATEWAY_MS] = [16, 1000];
const PACE = { perSecond: 100, seconds: 3 };
const OFFERED = PACE.perSecond * PACE.seconds;

describe('a flood of initiate calls, each over a connection of its own', () => {
  let tollgate: Tollgate;
  let callers: AskedProcess;
  before(async () => {
    tollgate = await startTollgate({ env: { WEB_IN_FLIGHT: String(IN_FLIGHT) } });
    callers = await forkScript('load/flood.js');
    await tollgate.faults({ mode: 'slow', ms: GATEWAY_MS });
  });
  after(async () => {
    await callers.stop();
    await tollgate.stop();
  });

  const kept = (filter: object) => tollgate.database.collection('payments').countDocuments(filter);

  async function waitsInQueues(): Promise<number> {
    const text = await (await fetch(tollgate.urls.metrics.console ?? '')).text();
    const counts = text.matchAll(/^tollgate_queue_jobs\{job="[^"]+",state="(?:waiting|active)"\} (\d+)/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  it('is refused at once, but for what can be taken, which is all answered, stored and told', async () => {
    const bodies = [tollgate.cardBody(CARD)];
    const { taken, refused, others } = await callers.ask<Flooded>({
      url: `${tollgate.urls.api}/h2h/initiate`,
      bodies,
      ...PACE,
    });
    expect(others, 'neither taken nor refused').to.deep.equal({});
    expect(taken.length + refused.length).to.equal(OFFERED);
    expect(taken.length).to.be.within(IN_FLIGHT, OFFERED / 2);
    expect(new Set(taken.map(({ status }) => status))).to.deep.equal(new Set(['success']));

    const told = taken.length;
    expect(await kept({ identifier: { $in: taken.map(({ identifier }) => identifier) } })).to.equal(taken.length);
    expect(await kept({}), 'nothing is stored of the others').to.equal(told);
    await until('all is told', () => tollgate.receiver.received.length >= told);
    await until('nothing waits', async () => (await waitsInQueues()) === 0);
    expect(await kept({ next: { $exists: true } })).to.equal(0);
    expect(new Set(tollgate.receiver.received.map(({ id }) => id)).size, 'told once').to.equal(told);
    // How fast refusals are is measured by `npm run bench -- flood`. Here other specs take the cores, and a refusal only may
    // not wait for what is taken, or for its turn after that.
    const median = (calls: { ms: number }[]) =>
      percentile(
        calls.map(({ ms }) => ms),
        0.5,
      );
    expect(median(refused)).to.be.below(median(taken));
  });

  it('leaves everything as it was', async () => {
    await tollgate.faults({ mode: 'none' });
    const { body } = await tollgate.pay(CARD);
    expect(body.payment_status).to.equal('success');
    expect(await tollgate.ledger(String(body.trx))).to.have.length(1);
  });
});
