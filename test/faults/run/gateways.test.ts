import { expect } from 'chai';
import { FAULTS } from '../../../scripts/faults-run/faults.js';
import { gatewayFaults } from '../../../scripts/faults-run/gateways/faults.js';
import { startStandIns } from '../../../scripts/faults-run/gateways/stand-ins.js';
import type { Step } from '../../../scripts/faults-run/plan.js';
import { playSteps } from '../../../scripts/faults-run/play.js';
import { report } from '../../../scripts/faults-run/report.js';
import { faultRun, type RunResult } from '../../../scripts/faults-run/run.js';

const step = (lastsMs: number, ...faults: string[]): Step => ({ faults, lastsMs, calmMs: 100 });

/** Gateways, what the run does to them, and who pays there meanwhile: those who come to an end within seconds. */
const RUNS: { gateways: string[]; steps: Step[]; journeys: string[] }[] = [
  {
    gateways: ['stripe'],
    steps: [
      step(1500, 'payments killed', 'stripe hangs when it has worked'),
      step(1000, 'stripe resets when it has worked', 'redis emptied'),
      step(1000, 'stripe fails when it has worked', 'payments-2 stopped'),
      step(1500, 'stripe hangs before it works', 'payments-2 killed'),
      step(1000, 'stripe breaks off in its answer', 'mongodb loses some operations'),
      step(1000, 'stripe stopped', 'web terminated'),
    ],
    journeys: [
      'card, approved',
      'challenge, passed',
      'card, charged while the gateway hangs',
      'card, declined while the gateway hangs',
      'hosted page, paid by card',
      'card, refunded in parts',
      'card, refunded while the gateway hangs',
      'challenge, cancelled',
      'challenge, passed by a customer who goes away',
      'card, five refunds of a third at once',
    ],
  },
  {
    gateways: ['stripe', 'cashfree', 'bkash', 'nagad', 'adyen'],
    steps: [
      step(1500, 'payments killed', 'adyen hangs when it has worked'),
      step(1000, 'cashfree resets when it has worked', 'bkash hangs when it has worked'),
      step(1000, 'bkash fails when it has worked', 'payments-2 stopped'),
      step(1000, 'nagad hangs when it has worked', 'web-2 stopped'),
      step(1500, 'cashfree hangs before it works', 'web terminated'),
      step(1000, 'adyen breaks off in its answer', 'stripe answers with garbage'),
      step(1000, 'bkash stopped', 'payments-2 killed'),
    ],
    journeys: [
      'card, in pounds, refunded in parts',
      'UPI, paid and refunded',
      'wallet, paid and refunded',
      'card, refunded in parts',
      'challenge, in pounds, passed',
      'card, in rupees',
      'card, in pounds, charged while the gateway hangs',
      'wallet, cancelled',
      'Nagad, paid',
      'card, in pounds, declined while the gateway hangs',
      'hosted page, paid by UPI',
    ],
  },
];

for (const { gateways, steps, journeys } of RUNS)
  describe(`a short run of faults with the accounts of ${gateways.join(', ')} first and the sandbox's after them`, () => {
    let result: RunResult;
    const lines: string[] = [];

    before(async function () {
      this.timeout(900_000);
      const standIns = await startStandIns(gateways);
      result = await faultRun({
        play: playSteps(steps, { ...FAULTS, ...gatewayFaults(standIns) }),
        journeys,
        pace: { together: 4, everyMs: 1000, most: 120 },
        standIns,
        // Nobody is given up for being silent: payments are to meet their own account again, not the next one.
        env: { LATE_MONEY_WINDOW: '4', JOB_LOCK: '4', GATEWAY_BREAKER_FAILURES: '1000' },
        // bKash may still make a refund two minutes after its call was cut off, and only then is it asked for again.
        quietWithinMs: 180_000,
        log: (line) => lines.push(line),
      });
    });

    it('loses nothing, does nothing twice and leaves nothing undone, by the books of all of them', () => {
      expect(result.violations, [...lines, ...report(result)].join('\n')).to.deep.equal([]);
    });

    it('was a run: money moved at each of them, and went back where it can', () => {
      expect(result.evidence.orders.length).to.be.at.least(2 * journeys.length);
      for (const gateway of gateways) {
        expect(result.elsewhere[gateway]?.charges, gateway).to.not.be.empty;
        if (gateway !== 'nagad') expect(result.elsewhere[gateway]?.moneyBack, gateway).to.not.be.empty; // it has no call for that
      }
    });
  });
