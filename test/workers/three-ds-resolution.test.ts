import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { inSeconds } from '../../src/jobs/obligation.js';
import { decide } from '../../workers/three-ds-resolution.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';

const OPEN = { outcome: 'challenge', reference: 'ch_1', url: 'https://bank.example/ask' } as const;
const CHARGED: CardResult = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };
const DECLINED: CardResult = { outcome: 'declined', reason: 'gateway_error', gatewayCode: 'processing_error' };

/** What the gateway says, or null for nothing. */
type Says = CardResult | null;

const TIME_LEFT = 10;

describe('a challenge whose customer has not come back', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  afterEach(() => mock.restoreAll());

  /** Says `fetched` when it is asked, and `closed` when the key is closed. @returns the event, or when it asks again */
  async function decided(secondsLeft: number, fetched: Says, closed: Says) {
    const answer = (says: Says) => (says ? Promise.resolve(says) : Promise.reject(new ConnectorError('no answer')));
    mock.method(gateway, 'fetchCard', () => answer(fetched));
    mock.method(gateway, 'voidCard', () => answer(closed));
    const threeDs = { policy: 'required', pollCount: 0, url: OPEN.url, expiresAt: inSeconds(secondsLeft) } as const;
    const payment = aPayment({ status: 'challenged', threeDs });
    let decision: Awaited<ReturnType<typeof decide>> | undefined;
    await logLines(async () => (decision = await decide(payment)));
    if (!decision || 'event' in decision) return decision?.event;
    const wait = (decision.waitUntil?.getTime() ?? 0) - Date.now();
    return wait <= 0 ? 'asks at once' : wait <= TIME_LEFT * 1000 ? 'asks before its end' : 'asks later';
  }

  const CASES: [what: string, secondsLeft: number, fetched: Says, closed: Says, then: string][] = [
    ['is open', TIME_LEFT, OPEN, null, 'asks before its end'],
    ['was passed', TIME_LEFT, CHARGED, null, 'challenge_passed'],
    ['was passed and less was charged', TIME_LEFT, { ...CHARGED, amount: 4989 }, null, 'asks before its end'],
    [
      'was passed and it was charged in another currency',
      TIME_LEFT,
      { ...CHARGED, currency: 'USD' },
      null,
      'asks before its end',
    ],
    ['was failed', TIME_LEFT, DECLINED, null, 'challenge_failed'],
    ['is at a gateway that is silent', TIME_LEFT, null, null, 'asks before its end'],
    ['is out of time', 0, OPEN, { outcome: 'not_charged' }, 'timed_out'],
    ['is out of time, and was passed before', 0, OPEN, CHARGED, 'challenge_passed'],
    ['is out of time, and something else was charged', 0, OPEN, { ...CHARGED, amount: 1 }, 'asks later'],
    ['is out of time at a gateway that is silent', 0, OPEN, null, 'asks later'],
  ];
  for (const [what, secondsLeft, fetched, closed, then] of CASES)
    it(`comes to "${then}" when it ${what}`, async () => {
      expect(await decided(secondsLeft, fetched, closed)).to.equal(then);
    });
});
