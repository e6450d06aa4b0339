import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { AsyncPaymentResult } from '../../src/connectors/orders.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import type { Checkout } from '../../src/payments/checkout-terms.js';
import { decide } from '../../workers/checkout-expiry.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { aUpiPayment } from '../proofs/a-local-payment.js';

const PAID: AsyncPaymentResult = { outcome: 'paid', reference: 'utr-1', amount: 49_900, currency: 'INR' };
const GONE: AsyncPaymentResult = { outcome: 'cancelled' };
const OVER = new Date(0);

describe('an open checkout', () => {
  afterEach(() => mock.restoreAll());

  it('waits on when a clock that is ahead of ours woke it too early', async () => {
    const payment = hosted(aPayment({ status: 'checkout_open' }));
    expect(await decide(payment)).to.deep.equal({ waitUntil: payment.checkout.expiresAt });
  });

  const CASES: [
    what: string,
    terms: Partial<Checkout>,
    said: AsyncPaymentResult | null,
    event?: string,
    review?: string,
  ][] = [
    ['was paid all the same', {}, PAID, 'confirmed'],
    ['was paid, which its merchant judges', { lateMoney: 'review' }, PAID, 'cancelled', 'late_money'],
    ['was paid with too little', {}, { ...PAID, amount: 100 }, 'cancelled', 'amount_mismatch'],
    ['was not paid', {}, GONE],
    ['is at a gateway that is silent', {}, null],
    ['was paid at the last moment', { expiresAt: OVER }, PAID, 'confirmed'],
    ['was not paid in time', { expiresAt: OVER }, GONE, 'timed_out'],
    ['is at a gateway that is silent at the end', { expiresAt: OVER }, null, 'timed_out'],
  ];
  for (const [what, terms, said, event = 'waits on', review] of CASES)
    it(`comes to "${event}" when the order that its customer left ${what}`, async () => {
      const { lateMoney = 'accept' } = terms;
      const left = aUpiPayment({ status: 'checkout_open' });
      const payment = hosted({ ...left, ...(left.local && { local: { ...left.local, lateMoney } }) }, terms);
      const answer = () => (said ? Promise.resolve(said) : Promise.reject(new ConnectorError('no answer')));
      mock.method(connectorPart(payment.account, 'orders'), 'fetchOrder', answer);
      let decision: Awaited<ReturnType<typeof decide>> | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision && 'event' in decision ? decision.event : 'waits on').to.equal(event);
      expect(decision?.changes?.review?.kind).to.equal(review);
    });
});
