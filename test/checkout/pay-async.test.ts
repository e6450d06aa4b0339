import { expect } from 'chai';
import { config } from '../../config/index.js';
import { payAsync } from '../../src/methods/local/pay-async.js';
import { SEPA } from '../../src/methods/sepa/pay-by-debit.js';
import { UPI } from '../../src/methods/upi/initiate.js';
import { WALLET } from '../../src/methods/wallet/initiate.js';
import { connectDatabase } from '../../src/database/client.js';
import type { AsyncPaymentWait } from '../../src/payments/async-payment-wait.js';
import { expedite } from '../../src/payments/poll-now.js';
import { transition } from '../../src/payments/transition.js';
import { aUpiPayment, stored } from '../proofs/a-local-payment.js';
import { removeSaved, saved } from '../proofs/api.js';
import { hosted } from './a-hosted-payment.js';

const OPENED: Partial<AsyncPaymentWait> = { upi: { reference: 'up_1', pa: 'shop@bank', pn: 'Shop', apps: [] } };
const accounts = { upi: 'sandbox-upi', wallet: 'sandbox-wallet', sepa: 'sandbox-sepa' };

describe('an order for a hosted payment', () => {
  before(connectDatabase);
  after(removeSaved);

  async function open() {
    const { local: _none, ...begun } = aUpiPayment({ status: 'checkout_open', attempts: [] });
    const payment = hosted(begun, { accounts });
    await saved(payment);
    return payment;
  }

  for (const [method, seconds] of [
    [UPI, config.upi.expiry],
    [WALLET, config.walletExpiry],
    [SEPA, 30 * 86_400],
  ] as const)
    it(`can be paid for ${seconds} seconds by ${method.name}, as the gateway is told`, async () => {
      const from = Date.now();
      let told = new Date(0);
      const { local } = await payAsync(await open(), method, async ({ expiresAt }) => {
        told = expiresAt;
        return OPENED;
      });
      expect(local).to.deep.include(OPENED);
      expect(local?.expiresAt).to.deep.equal(told);
      expect(told.getTime()).to.be.within(from + seconds * 1000, Date.now() + seconds * 1000);
    });

  it('is not opened when another tab was faster', async () => {
    const payment = await open();
    await transition(payment, 'cancelled', { reason: 'cancelled_by_customer' }, 'a test');
    const opening = payAsync(payment, UPI, () => Promise.reject(new Error('It was opened')));
    expect(await opening).to.include({ status: 'cancelled' });
  });

  it('is looked at at once when news of it came before the answer', async () => {
    for (const isToldOf of [true, false]) {
      const { _id } = await payAsync(await open(), SEPA, async (_terms, waiting) => {
        if (isToldOf) await expedite(waiting);
        return OPENED;
      });
      const { local, next } = await stored(_id);
      expect(local).to.deep.include(OPENED);
      expect(Number(next?.at) <= Date.now()).to.equal(isToldOf);
    }
  });

  it('is kept nowhere when the payment has moved on while it was opened', async () => {
    const { _id } = await payAsync(await open(), UPI, async (_terms, waiting) => {
      await transition(waiting, 'attempt_failed', { reason: 'gateway_error' }, 'a test');
      return OPENED;
    });
    const { status, local, next } = await stored(_id);
    expect({ status, upi: local?.upi, job: next?.job }).to.deep.equal({
      status: 'checkout_open',
      upi: undefined,
      job: 'checkout-expiry',
    });
  });
});
