import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { cancelCheckout, changeMethod } from '../../src/checkout/abandon.js';
import { NotDecided } from '../../src/connectors/connector.js';
import type { HostedPayment } from '../../src/payments/hosted-payment.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { connectDatabase } from '../../src/database/client.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { postpone, transition } from '../../src/payments/transition.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { aUpiPayment, aWalletPayment, stored } from '../proofs/a-local-payment.js';
import { hosted } from './a-hosted-payment.js';

const aChallenge = () => aPayment({ status: 'challenged', next: { job: 'three-ds-resolution', at: IN_AN_HOUR() } });

describe('a customer who leaves while the job of the payment looks at the gateway', () => {
  let payment: HostedPayment;
  let closed: { mock: { callCount(): number } };
  before(connectDatabase);
  afterEach(async () => {
    mock.restoreAll();
    await payments.deleteOne({ _id: payment._id });
  });

  /** The job's look comes between the reading of the payment and the end of its order, once. */
  async function lookMeanwhile(): Promise<void> {
    const latest = await stored(payment._id);
    if (latest.version === payment.version) await postpone(latest, IN_AN_HOUR());
  }

  async function waits(made: PaymentRecord): Promise<void> {
    payment = hosted(made);
    await payments.insertOne(payment);
    closed = mock.method(connectorPart(payment.account, 'card'), 'voidCard', async () => {
      await lookMeanwhile();
      return { outcome: 'not_charged' } as const;
    });
    mock.method(connectorPart(payment.account, 'orders'), 'cancelOrder', async () => {
      await lookMeanwhile();
      return { outcome: 'cancelled' } as const;
    });
  }

  const CASES: [where: string, make: () => PaymentRecord, cancelled: string, afterDecline: string][] = [
    ["on the bank's page", aChallenge, 'failed', 'authentication_cancelled'],
    ['in a UPI app', aUpiPayment, 'cancelled', 'insufficient_funds'],
    ["on the wallet's page", aWalletPayment, 'cancelled', 'insufficient_funds'],
  ];
  for (const [where, make, cancelled, afterDecline] of CASES) {
    it(`has cancelled the payment (${where})`, async () => {
      await waits(make());
      expect((await cancelCheckout(payment)).status).to.equal(cancelled);
    });

    it(`has failed it with the last reason, since a card was declined before (${where})`, async () => {
      const made = make();
      const declined = {
        ...newAttempt(made._id, 1, 'sandbox-card'),
        outcome: 'declined',
        reason: 'insufficient_funds',
      } as const;
      await waits({ ...made, attempts: [declined, newAttempt(made._id, 2, 'sandbox-card')] });
      expect(await cancelCheckout(payment)).to.include({ status: 'failed', reason: afterDecline });
    });

    it(`is back at the choice (${where})`, async () => {
      await waits(make());
      await changeMethod(payment);
      expect((await stored(payment._id)).status).to.equal('checkout_open');
    });
  }

  for (const [what, leave] of [
    ['cancelled', cancelCheckout],
    ['changed', changeMethod],
  ] as const)
    it(`leaves the next attempt alone, which they began in another tab meanwhile (${what})`, async () => {
      await waits(aUpiPayment());
      const cancelled = mock.method(connectorPart(payment.account, 'orders'), 'cancelOrder', async () => {
        const back = await transition(await stored(payment._id), 'attempt_failed', {}, 'upi-confirmation');
        const attempts = [...payment.attempts, newAttempt(payment._id, 2, 'sandbox-card')];
        const begun = back && (await transition(back, 'card_entered', { method: 'card', attempts }, 'customer'));
        if (begun) await transition(begun, 'challenge_required', {}, 'card-authorization');
        return { outcome: 'cancelled' } as const;
      });
      expect((await leave(payment)).status).to.equal('challenged');
      expect(cancelled.mock.callCount()).to.equal(1);
      expect(closed.mock.callCount()).to.equal(0);
    });

  for (const [what, leave] of [
    ['cancels', cancelCheckout],
    ['changes', changeMethod],
  ] as const)
    it(`hears what the gateway says to what they came back with, before anything is closed (${what})`, async () => {
      const cameBack = { attempt: 1, query: { redirectResult: 'of the bank' }, isRead: false };
      await waits({ ...aChallenge(), cameBack });
      const left = leave(payment);
      await until('its job is to ask at once', async () => (await stored(payment._id)).version > payment.version);
      await transition(await stored(payment._id), 'challenge_passed', {}, 'three-ds-resolution');
      expect((await left).status).to.equal('succeeded');
      expect(closed.mock.callCount()).to.equal(0);
    });

  for (const [what, leave] of [
    ['cancelled', cancelCheckout],
    ['changed', changeMethod],
  ] as const)
    it(`waits for a gateway that works on the payment by what they came back with (${what})`, async () => {
      const cameBack = { attempt: 1, query: { redirectResult: 'of the bank' }, isRead: true, isTakenOn: true };
      await waits({ ...aChallenge(), cameBack });
      expect((await leave(payment)).status).to.equal('challenged');
      expect(closed.mock.callCount()).to.equal(0);
    });

  for (const [what, leave] of [
    ['cancels', cancelCheckout],
    ['changes', changeMethod],
  ] as const)
    it(`asks a gateway that only tells for the end, whatever the job stores before (${what})`, async () => {
      await waits(aChallenge());
      const gateway = connectorPart(payment.account, 'card');
      const capabilities = { ...gateway.capabilities, asks: 'told', closingUndoes: true } as const;
      const itself = gateway.capabilities;
      Object.assign(gateway, { capabilities });
      closed = mock.method(gateway, 'voidCard', () => Promise.reject(new NotDecided('It will tell')));
      await lookMeanwhile();
      const { status } = await leave(payment).finally(() => Object.assign(gateway, { capabilities: itself }));
      expect(status).to.equal('challenged');
      expect(closed.mock.callCount()).to.equal(1);
      expect((await stored(payment._id)).told).to.deep.equal({ attempt: 1, closing: 'asked', underWay: 1 });
    });
});
