import { expect } from 'chai';
import type { About } from '../../src/connectors/about.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import type { Decision } from '../../workers/payment-step.js';
import { decide } from '../../workers/status-inquiry.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';

/** A gateway's answer, or null for none. */
type Answer = CardResult | null;

const UNKNOWN: Answer = { outcome: 'not_charged' };
const CHARGED: Answer = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };

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
    ['another amount has moved', { ...CHARGED, amount: 1 }, null],
  ] as const)
    it(`asks again later, and ends nothing, when ${what}`, async () => {
      says(fetched, closed);
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.not.have.property('event');
      expect(decision).to.have.property('waitUntil').that.is.above(new Date());
      expect(decision?.changes).to.deep.equal({ inquiryCount: 3 });
    });
});
