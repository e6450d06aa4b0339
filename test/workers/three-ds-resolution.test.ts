import { expect } from 'chai';
import { mock } from 'node:test';
import { config } from '../../config/index.js';
import { ConnectorError, NotDecided } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { inSeconds } from '../../src/time.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { decide } from '../../workers/three-ds-resolution.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { KeptPayments } from '../payments/kept-payments.js';

const OPEN = { outcome: 'challenge', reference: 'ch_1', url: 'https://bank.example/ask' } as const;
const CHARGED: CardResult = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };
const DECLINED: CardResult = { outcome: 'declined', reason: 'gateway_error', gatewayCode: 'processing_error' };

const NOTHING: CardResult = { outcome: 'not_charged' };

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
    ['is not known to the gateway, which closes it', TIME_LEFT, NOTHING, NOTHING, 'timed_out'],
    ['is not known, and was passed when it was to be closed', TIME_LEFT, NOTHING, CHARGED, 'challenge_passed'],
    ['is not known, and not closed', TIME_LEFT, NOTHING, null, 'asks before its end'],
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

describe('a challenge that the gateway, which only tells, was answered to', () => {
  const account = knownAdyenAccount();
  const gateway = connectorPart(account, 'card');
  const asItIs = { ...gateway };
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());
  afterEach(() => {
    mock.restoreAll();
    Object.assign(gateway, asItIs);
  });

  const CASES: [what: string, names: string | undefined, startedAgo: number, closes: number][] = [
    ['works on', 'psp-1', 0, 0],
    ['worked on for longer than news may take', 'psp-1', config.newsOverdue + 1, 1],
    ['knows nothing of', undefined, 0, 1],
  ];
  for (const [what, names, startedAgo, closes] of CASES)
    it(`is ${closes ? 'closed' : 'left alone'} at its end when it is one that it ${what}`, async () => {
      const said = () => Promise.reject(new NotDecided('later', names));
      Object.assign(gateway, { returned: said });
      const close = mock.method(gateway, 'voidCard', said);
      const threeDs = { policy: 'required', pollCount: 0, url: OPEN.url, expiresAt: inSeconds(0) } as const;
      const payment = aPayment({ status: 'challenged', account, threeDs });
      const attempt = {
        ...newAttempt(payment._id, 1, account),
        startedAt: inSeconds(-startedAgo),
        outcome: 'challenge',
      };
      const cameBack = { attempt: 1, query: { redirectResult: 'of the bank' }, isRead: false };
      const asked = await kept.save({ ...payment, attempts: [attempt], cameBack });
      await logLines(async () => {
        const { changes } = await decide(asked);
        expect(changes?.cameBack).to.include({ isRead: true });
        await decide({ ...asked, ...changes });
      });
      expect(close.mock.callCount()).to.equal(closes);
    });
});
