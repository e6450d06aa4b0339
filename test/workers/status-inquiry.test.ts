import { expect } from 'chai';
import type { About } from '../../src/connectors/about.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import type { MoneyReview } from '../../src/payments/payment-parts.js';
import type { Decision } from '../../workers/payment-step.js';
import { decide } from '../../workers/status-inquiry.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';

/** A gateway's answer, or null for none. */
type Answer = CardResult | null;

const UNKNOWN: CardResult = { outcome: 'not_charged' };
const CHARGED: CardResult & { outcome: 'authorized' } = {
  outcome: 'authorized',
  reference: 'ch_1',
  amount: 4990,
  currency: 'EUR',
};
const OTHER = { ...CHARGED, amount: 1 };

describe('status-inquiry', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  const itself = Object.getOwnPropertyDescriptors(gateway);
  afterEach(() => void Object.defineProperties(gateway, itself));

  /** A gateway that says this when it is asked for a key, and that when it closes one. @returns the calls that came */
  function says(fetched: Answer, closed: Answer = null): string[] {
    const calls: string[] = [];
    const answering =
      (call: string, answer: Answer) =>
      ({ key }: About) => {
        calls.push(`${call} ${key}`);
        return answer ? Promise.resolve(answer) : Promise.reject(new ConnectorError('no answer'));
      };
    Object.assign(gateway, { fetchCard: answering('fetch', fetched), voidCard: answering('close', closed) });
    return calls;
  }
  const payment = aPayment({ status: 'unresolved', inquiryCount: 2 });
  const key = `${payment._id}-1`;

  it('closes a key that the gateway does not know before the payment fails: our call may still be on its way', async () => {
    const calls = says(UNKNOWN, UNKNOWN);
    expect(await decide(payment)).to.deep.include({ event: 'declined' });
    expect(calls).to.deep.equal([`fetch ${key}`, `close ${key}`]);
  });

  it('believes what closing says: the call has come meanwhile', async () => {
    says(UNKNOWN, CHARGED);
    expect(await decide(payment)).to.deep.include({ event: 'authorized' });
  });

  it('closes no key that the gateway knows', async () => {
    const calls = says(CHARGED);
    expect(await decide(payment)).to.deep.include({ event: 'authorized' });
    expect(calls).to.deep.equal([`fetch ${key}`]);
  });

  for (const [what, fetched, closed] of [
    ['the gateway does not answer', null, null],
    ['the gateway does not answer to the closing', UNKNOWN, null],
  ] as const)
    it(`asks again later, and ends nothing, when ${what}`, async () => {
      says(fetched, closed);
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.not.have.property('event');
      expect(decision).to.have.property('waitUntil').that.is.above(new Date());
      expect(decision?.changes).to.deep.equal({ inquiryCount: 3 });
    });

  it('puts another amount, or as much of another currency, before a person', async () => {
    for (const other of [OTHER, { ...CHARGED, currency: 'USD' }]) {
      says(other);
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.not.have.property('event');
      expect(decision?.changes).to.include({ inquiryCount: 3 });
      expect(decision?.changes?.review).to.include({ kind: 'amount_mismatch', amount: other.amount });
    }
  });

  for (const [what, fetched, event] of [
    ['the right money', CHARGED, 'authorized'],
    ['a decline', { outcome: 'declined', reason: 'do_not_honor', gatewayCode: '2' }, undefined],
    ['nothing', UNKNOWN, undefined],
    ['the same again', OTHER, undefined],
  ] as const)
    it(`${event ? 'ends by' : 'waits for a person in spite of'} ${what} while one judges another amount`, async () => {
      const review: MoneyReview = {
        kind: 'amount_mismatch',
        openedAt: new Date(),
        amount: 1,
        currency: 'EUR',
        reference: 'ch_1',
      };
      says(fetched, UNKNOWN);
      const decision = await decide({ ...payment, review });
      expect('event' in decision ? decision.event : undefined).to.equal(event);
      expect(decision.changes).to.not.have.property('review');
    });
});
