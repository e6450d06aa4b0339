import { expect } from 'chai';
import { FAULTS } from '../../../scripts/faults-run/faults.js';
import { journeysFor, planFor, type Step } from '../../../scripts/faults-run/plan.js';
import { playSteps } from '../../../scripts/faults-run/play.js';
import { report } from '../../../scripts/faults-run/report.js';
import { faultRun, type RunResult } from '../../../scripts/faults-run/run.js';

/** One of each kind that a few seconds have room for: whatever else may come is in the long run. */
const STEPS: Step[] = [
  { faults: ['payments killed', 'gateway hangs when it has worked'], lastsMs: 500, calmMs: 100 },
  { faults: ['redis emptied', 'web terminated'], lastsMs: 300, calmMs: 100 },
  { faults: ['mongodb cut', 'ipn-2 killed'], lastsMs: 500, calmMs: 100 },
  { faults: ['redis frozen', 'payments-2 stopped'], lastsMs: 1500, calmMs: 100 },
  { faults: ['sandbox killed', 'mongodb loses some operations'], lastsMs: 300, calmMs: 100 },
  { faults: ['ipn finds no names', 'gateway answers with garbage'], lastsMs: 500, calmMs: 100 },
  { faults: ['redis full', 'payments-2 with a clock that steps ahead'], lastsMs: 500, calmMs: 100 },
  {
    faults: ['redis back with old data', 'gateway hears everything twice, and answers twice'],
    lastsMs: 500,
    calmMs: 100,
  },
  { faults: ['payments-2 killed', 'first account resets when it has worked'], lastsMs: 700, calmMs: 300 },
  { faults: ['first account refuses'], lastsMs: 700, calmMs: 100 },
  { faults: ['mongodb with a full disk', 'web-2 with a full disk for its log'], lastsMs: 300, calmMs: 300 },
];

/** Those that end within seconds by themselves. */
const JOURNEYS = [
  'card, approved',
  'challenge, passed',
  'UPI, paid',
  'card, charged while the gateway hangs',
  'wallet, paid',
  'card, declined',
  'hosted page, paid by card',
  'challenge, cancelled',
  'card, refunded in parts',
  'card, five refunds of a third at once',
  'card, disputed and lost',
  'card, refund taken back',
];

describe('a short run of faults, two at once, against two of every process', function () {
  let result: RunResult;
  const lines: string[] = [];

  before(async function () {
    this.timeout(900_000);
    result = await faultRun({
      play: playSteps(STEPS),
      journeys: JOURNEYS,
      pace: { together: 5, everyMs: 3000, most: 250 }, // together, so that inserts share round trips while stores break
      env: { LATE_MONEY_WINDOW: '4', JOB_LOCK: '4' },
      quietWithinMs: 60_000,
      log: (line) => lines.push(line),
    });
  });

  it('loses nothing, does nothing twice and leaves nothing undone', () => {
    expect(result.violations, [...lines, ...report(result)].join('\n')).to.deep.equal([]);
  });

  it('was a run: payments of every journey ended, some of them in success', () => {
    const { orders, payments, charges, moneyBack, events } = result.evidence;
    expect(new Set(orders.map(({ journey }) => journey))).to.deep.equal(new Set(JOURNEYS));
    expect(payments.length).to.be.at.least(JOURNEYS.length);
    expect(charges).to.not.be.empty;
    expect(new Set(moneyBack.map(({ by }) => by))).to.deep.equal(new Set(['refund', 'dispute']));
    expect(events).to.not.be.empty;
  });
});

describe('the plan of a long run', () => {
  it('is the same for the same seed, and another for another one', () => {
    expect(planFor(1, 60_000)).to.deep.equal(planFor(1, 60_000)).and.not.deep.equal(planFor(2, 60_000));
    expect(journeysFor(1)).to.deep.equal(journeysFor(1)).and.not.deep.equal(journeysFor(2));
  });

  it('holds every fault within half an hour', () => {
    const planned = planFor(1, 30 * 60_000).flatMap(({ faults }) => faults);
    expect(new Set(planned)).to.deep.equal(new Set(Object.keys(FAULTS)));
  });
});
