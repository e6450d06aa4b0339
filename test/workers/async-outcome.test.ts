import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError, NothingTaken } from '../../src/connectors/connector.js';
import type { AsyncPaymentResult } from '../../src/connectors/orders.js';
import { inSeconds } from '../../src/time.js';
import type { AsyncPaymentWait } from '../../src/payments/async-payment-wait.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { PaymentStatus } from '../../src/payments/states.js';
import { connectorOf, paceOf } from '../../src/payments/connector-of.js';
import { askOrNull } from '../../workers/async-outcome.js';
import { decide } from '../../workers/local-confirmation.js';
import type { Decision } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
import { aProof, aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';

const AGREED: AsyncPaymentResult = { outcome: 'agreed', amount: 50_000, currency: 'BDT' };
const PAID: AsyncPaymentResult = { ...AGREED, outcome: 'paid', reference: 'wallet-1' };

describe('what a customer has agreed to', () => {
  afterEach(() => mock.restoreAll());

  // Made when it is asked about: an order that was not shown within GATEWAY_TIMEOUT is closed instead.
  const CASES: [then: string, status: PaymentStatus, make: () => PaymentRecord, result: AsyncPaymentResult][] = [
    ['executed', 'awaiting_wallet', () => aWalletPayment(), PAID],
    ['only looked at', 'failed', () => aWalletPayment({ status: 'failed' }), AGREED],
    ['only looked at', 'cancelled', () => aWalletPayment({ status: 'cancelled' }), AGREED],
    ['only looked at', 'awaiting_payment', () => aUpiPayment(), AGREED],
    ['only looked at', 'awaiting_debit', () => aUpiPayment({ method: 'sepa', status: 'awaiting_debit' }), AGREED],
  ];
  for (const [then, status, make, result] of CASES)
    it(`is ${then} when a payment is ${status}`, async () => {
      const payment = make();
      const connector = connectorOf(payment, 'orders');
      mock.method(connector, 'fetchOrder', async () => AGREED);
      mock.method(connectorOf(payment, 'wallet'), 'executeWallet', async () => PAID);
      expect(payment.status).to.equal(status);
      expect(await askOrNull(payment)).to.deep.equal(result);
    });
});

describe('what a customer has agreed to whose time is over', () => {
  afterEach(() => mock.restoreAll());

  const END = inSeconds(-60);
  const over = (wait: Partial<AsyncPaymentWait>, overrides: Partial<PaymentRecord> = {}) =>
    aWalletPayment({ local: { expiresAt: END, pollCount: 9, lateMoney: 'accept', ...wait }, ...overrides });
  const AT_END = { askedAtEnd: true };
  const wallet = { code: 'BKASH', language: 'EN', url: 'https://bkash.example/pay' } as const;
  const CLOSED: AsyncPaymentResult = { outcome: 'cancelled' };

  const CASES: [
    then: string,
    make: () => PaymentRecord,
    closed: AsyncPaymentResult | null,
    AsyncPaymentResult | null,
  ][] = [
    ['executed once more', () => over({}), null, PAID],
    [
      'executed once more though news has woken its job after the end',
      () => over({}, { next: { job: 'wallet-confirmation', at: new Date() } }),
      null,
      PAID,
    ],
    ['executed while a proof is under review', () => over(AT_END, { proof: aProof() }), null, PAID],
    ['closed after that', () => over(AT_END), CLOSED, { ...CLOSED, expired: true }],
    ['paid after all when closing it finds that', () => over(AT_END), PAID, PAID],
    ['open while nobody knows what came of it', () => over(AT_END), null, null],
  ];
  for (const [then, make, closed, result] of CASES)
    it(`is ${then}`, async () => {
      const payment = make();
      Object.assign(payment.local ?? {}, { wallet });
      const connector = connectorOf(payment, 'orders');
      mock.method(connector, 'fetchOrder', async () => AGREED);
      mock.method(connector, 'cancelOrder', async () => closed ?? Promise.reject(new ConnectorError('No answer')));
      const execute = mock.method(connectorOf(payment, 'wallet'), 'executeWallet', async () => PAID);
      expect(await askOrNull(payment)).to.deep.equal(result);
      expect(execute.mock.calls).to.have.length(then.startsWith('executed') ? 1 : 0);
    });
});

describe('a look at the end of the time of a payment', () => {
  afterEach(() => mock.restoreAll());

  const noAnswer = () => Promise.reject(new ConnectorError('No answer'));
  const unsent = () => Promise.reject(new NothingTaken('No connection'));
  const CASES: [
    then: string,
    said: () => Promise<AsyncPaymentResult>,
    executed: () => Promise<AsyncPaymentResult>,
    counts: boolean,
  ][] = [
    ['the gateway is silent', noAnswer, noAnswer, false],
    ['nothing could be sent to move the money', async () => AGREED, unsent, false],
    ['nobody knows whether the money has moved', async () => AGREED, noAnswer, true],
    ['the customer is at it', async () => ({ outcome: 'in_progress' }), noAnswer, true],
  ];
  for (const [then, said, executed, counts] of CASES)
    it(`${counts ? 'counts' : 'does not count'} as the one that is had then when ${then}`, async () => {
      const local = { expiresAt: inSeconds(-1), pollCount: 9, lateMoney: 'accept' } as const;
      const wallet = { code: 'BKASH', language: 'EN', url: 'https://bkash.example/pay' } as const;
      const payment = aWalletPayment({ local: { ...local, wallet } });
      mock.method(connectorOf(payment, 'orders'), 'fetchOrder', said);
      mock.method(connectorOf(payment, 'wallet'), 'executeWallet', executed);
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.have.property('waitUntil');
      expect(decision?.changes?.local?.askedAtEnd).to.equal(counts ? true : undefined);
    });

  it('does not count when it was begun before: what was paid in between is looked for once more, at once', async () => {
    for (const said of [{ outcome: 'waiting' }, AGREED] as const) {
      const expiresAt = inSeconds(60);
      const wallet = { code: 'BKASH', language: 'EN', url: 'https://bkash.example/pay' } as const;
      const payment = aWalletPayment({ local: { expiresAt, pollCount: 9, lateMoney: 'accept', wallet } });
      mock.method(connectorOf(payment, 'orders'), 'fetchOrder', async () => {
        expiresAt.setTime(Date.now() - 1000);
        return said;
      });
      mock.method(connectorOf(payment, 'wallet'), 'executeWallet', noAnswer);
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.have.property('waitUntil').that.deep.equals(expiresAt);
      expect(decision?.changes?.local?.askedAtEnd).to.equal(undefined);
    }
  });
});

describe('the next look at a payment whose customer may still pay', () => {
  afterEach(() => mock.restoreAll());

  const pollCount = 2;
  for (const [what, secondsLeft, isEnd] of [
    ["comes at the gateway's own pace", 86_400, false],
    ['comes at the end of the time, when that is sooner', 1, true],
  ] as const)
    it(`${what}, and is counted`, async () => {
      const expiresAt = inSeconds(secondsLeft);
      const payment = aUpiPayment();
      Object.assign(payment.local ?? {}, { pollCount, expiresAt });
      mock.method(connectorOf(payment, 'orders'), 'fetchOrder', async () => ({ outcome: 'waiting' }));
      const { steps, jitter } = paceOf(payment);
      const [asked, step] = [Date.now(), steps[pollCount] ?? 0];
      const decision = await decide(payment);
      expect(decision?.changes?.local).to.include({ pollCount: pollCount + 1, expiresAt });
      expect(decision).to.have.property('waitUntil');
      const at = decision && 'waitUntil' in decision ? decision.waitUntil : undefined;
      if (isEnd) expect(at).to.equal(expiresAt);
      else expect(((at?.getTime() ?? 0) - asked) / 1000).to.be.within(step * (1 - jitter), step * (1 + jitter) + 5);
    });
});

describe('what a customer has agreed to that is not what was asked for', () => {
  afterEach(() => mock.restoreAll());

  it('is executed, and told as it came', async () => {
    const payment = aWalletPayment();
    const less = { amount: 25_000, currency: 'BDT' } as const;
    mock.method(connectorOf(payment, 'orders'), 'fetchOrder', async () => ({ outcome: 'agreed', ...less }));
    const { mock: executed } = mock.method(connectorOf(payment, 'wallet'), 'executeWallet', async () => ({
      ...PAID,
      ...less,
    }));
    expect(await askOrNull(payment)).to.deep.equal({ outcome: 'paid', reference: 'wallet-1', ...less });
    expect(executed.calls).to.have.length(1);
  });
});

describe('a no that leaves its order payable', () => {
  afterEach(() => mock.restoreAll());

  const REFUSED = { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'ZA' } as const;
  const CASES: [said: AsyncPaymentResult, closed: AsyncPaymentResult][] = [
    [{ ...REFUSED, open: true }, REFUSED],
    [{ outcome: 'cancelled', open: true }, { outcome: 'cancelled' }],
    [{ ...REFUSED, open: true }, { outcome: 'waiting' }], // a bank is at it
    [{ ...REFUSED, open: true }, PAID], // the customer was faster
  ];
  for (const [said, closed] of CASES)
    it(`is ${said.outcome} as far as it is closed: ${closed.outcome}`, async () => {
      const payment = aUpiPayment();
      const connector = connectorOf(payment, 'orders');
      mock.method(connector, 'fetchOrder', async () => said);
      mock.method(connector, 'cancelOrder', async () => closed);
      expect(await askOrNull(payment)).to.deep.equal(closed);
    });

  it('ends nothing while nobody knows whether it is closed', async () => {
    const payment = aUpiPayment();
    const connector = connectorOf(payment, 'orders');
    mock.method(connector, 'fetchOrder', async () => ({ ...REFUSED, open: true }));
    mock.method(connector, 'cancelOrder', () => Promise.reject(new ConnectorError('No answer')));
    expect(await askOrNull(payment)).to.equal(null);
  });
});
