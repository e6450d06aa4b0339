import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import type { HostedPayment } from '../../src/payments/hosted-payment.js';
import { cancelCheckout, changeMethod } from '../../src/checkout/abandon.js';
import { UPI } from '../../src/methods/upi/initiate.js';
import { payAsync } from '../../src/methods/local/pay-async.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { connectDatabase } from '../../src/database/client.js';
import type { Processor } from '../../src/jobs/worker.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { threeDsResolution } from '../../workers/three-ds-resolution.js';
import { upiConfirmation } from '../../workers/upi-confirmation.js';
import { walletConfirmation } from '../../workers/wallet-confirmation.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { hearEndingsFromNow } from '../payments/subscribe-completions.js';
import { aUpiPayment, aWalletPayment, stored } from '../proofs/a-local-payment.js';
import { removeSaved, saved } from '../proofs/api.js';
import { hosted } from './a-hosted-payment.js';

const aChallenge = () => aPayment({ status: 'challenged', next: { job: 'three-ds-resolution', at: IN_AN_HOUR() } });

/** The gateway has moved the money of this payment, and says so whatever it is asked. */
function moved({ account, amounts: { gross: amount, currency } }: PaymentRecord): void {
  const came = { reference: 'gw-1', amount, currency };
  for (const call of ['fetchCard', 'voidCard'] as const)
    mock.method(connectorPart(account, 'card'), call, async () => ({ outcome: 'authorized', ...came }) as const);
  for (const call of ['fetchOrder', 'cancelOrder'] as const)
    mock.method(connectorPart(account, 'orders'), call, async () => ({ outcome: 'paid', ...came }) as const);
}

describe('a hosted payment whose money has moved already', () => {
  let stop: () => void;
  before(async () => {
    await connectDatabase();
    stop = await hearEndingsFromNow();
  });
  afterEach(() => mock.restoreAll());
  after(async () => {
    stop();
    await removeSaved();
  });

  /** Runs the job of the payment once it is woken under this version. */
  async function runWhenWoken(job: Processor, id: string, version: number): Promise<void> {
    await until('the job is woken', async () => (await stored(id)).version >= version);
    await job({ id, version });
  }

  const CASES: [where: string, make: () => PaymentRecord, job: Processor][] = [
    ["on the bank's page", aChallenge, threeDsResolution],
    ['in a UPI app', aUpiPayment, upiConfirmation],
    ["on the wallet's page", aWalletPayment, walletConfirmation],
  ];
  for (const [where, make, job] of CASES)
    for (const [what, leave] of [
      ['cancels', cancelCheckout],
      ['wants to pay in another way', changeMethod],
    ] as const)
      it(`succeeds at once when its customer ${what} (${where})`, async () => {
        const payment = hosted(make());
        await saved(payment);
        moved(payment);
        const left = leave(payment);
        await runWhenWoken(job, payment._id, payment.version + 1);
        expect((await left).status).to.equal('succeeded');
      });

  it('succeeds when the gateway took its order without an answer', async () => {
    const { local: _none, ...begun } = aUpiPayment({ status: 'checkout_open', attempts: [], account: 'sandbox-upi' });
    const payment: HostedPayment = hosted(begun, { accounts: { upi: 'sandbox-upi' }, lateMoney: 'review' });
    await saved(payment);
    moved(payment);
    await logLines(async () => {
      const paying = payAsync(payment, UPI, () => Promise.reject(new ConnectorError('no answer')));
      await runWhenWoken(upiConfirmation, payment._id, payment.version + 2);
      expect(await paying).to.include({ status: 'succeeded', reason: null });
    });
    expect((await stored(payment._id)).local).to.include({ lateMoney: 'review' });
  });
});
