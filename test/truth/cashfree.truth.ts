import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import type { CallbackNews, ImmediateCallbackReader } from '../../src/connectors/callbacks.js';
import { accessOf, type CashfreeAccess } from '../../src/connectors/cashfree/access.js';
import { checkCashfree } from '../../src/connectors/cashfree/check.js';
import { cashfree as gateway } from '../../src/connectors/cashfree/index.js';
import { createClient } from '../../src/connectors/cashfree/client.js';
import { createOrders } from '../../src/connectors/cashfree/orders.js';
import { createCashfreeRefunds } from '../../src/connectors/cashfree/refunds.js';
import { createCashfreeUpi } from '../../src/connectors/cashfree/upi.js';
import { localOrdersContract } from '../contract/local-orders.contract.js';
import { newAbout } from '../gateways/cashfree/paid.js';
import { upiRequest } from '../support/local-requests.js';
import { requiredKey } from './required-key.js';

const LIMIT_MS = 60_000;

/** Of these suites nobody calls back: Cashfree would have to reach this machine. */
const NO_CALLBACKS: ImmediateCallbackReader<CallbackNews> = { readCallback: () => null };

describe('Cashfree itself, in test mode', function () {
  this.timeout(LIMIT_MS * 3);
  const credentials = {
    client_id: requiredKey('CASHFREE_TEST_ID'),
    client_secret: requiredKey('CASHFREE_TEST_SECRET'),
  };
  const access = (changes: Partial<CashfreeAccess> = {}): CashfreeAccess => ({
    ...accessOf({ account: 'truth', mode: 'test', credentials }),
    ...changes,
  });
  const client = createClient(access());
  const attemptsAt = (key: string) => createOrders(client).attemptsAt({ key }, AbortSignal.timeout(LIMIT_MS));

  /** Plays the customer by Cashfree's own call. It may refuse to, of what nobody can pay any more. */
  async function play(key: string, payment_status: string): Promise<void> {
    const attempt = (await attemptsAt(key)).at(-1);
    if (!attempt) return;
    const entity_simulation = { payment_status, ...(payment_status === 'FAILED' && { payment_error_code: 'ZA' }) };
    const body = { entity: 'PAYMENTS', entity_id: String(attempt.cf_payment_id), entity_simulation };
    await client.call({ method: 'POST', path: '/simulate', body }, AbortSignal.timeout(LIMIT_MS));
  }

  it('takes the keys, and gives the account what it needs', async () => {
    const findings = await checkCashfree(access(), gateway.methods);
    const wrong = findings.filter(({ name, ok }) => !ok && !['webhook', 'raw cards'].includes(name));
    expect(wrong).to.deep.equal([]);
  });

  describe('UPI', () => {
    localOrdersContract({
      connect: (options = {}) => ({ ...createCashfreeUpi(access(options)), ...NO_CALLBACKS }),
      customer: {
        confirms: (key) => play(key, 'SUCCESS'),
        refuses: (key) => play(key, 'FAILED'),
        cancels: (key) => play(key, 'USER_DROPPED'),
      },
      timesCharged: async (trx) =>
        (await attemptsAt(trx)).filter(({ payment_status }) => payment_status === 'SUCCESS').length,
    });
  });

  it('gives back in parts, once for a key', async () => {
    const paid = newAbout();
    await createCashfreeUpi(access()).createUpi(upiRequest(), paid);
    await play(paid.key, 'SUCCESS');
    const refunds = createCashfreeRefunds(access());
    const charge = { key: paid.key, at: new Date() };
    for (const [no, amount] of [2000, 2990].entries()) {
      const about = { ...paid, key: `${paid.trx}-r${no + 1}`, amount, charge };
      const first = await refunds.refund({ reason: 'requested_by_customer' }, about);
      expect(first.outcome).to.be.oneOf(['refunded', 'pending']);
      expect((await refunds.refund({ reason: 'requested_by_customer' }, about)).outcome).to.be.oneOf([
        'refunded',
        'pending',
      ]);
      await until('it is known', async () => (await refunds.fetchRefund(about)).outcome !== 'unknown');
    }
    const tooMuch = { ...paid, key: `${paid.trx}-r3`, amount: 100, charge };
    expect(await refunds.refund({ reason: 'duplicate' }, tooMuch)).to.include({ outcome: 'refused' });
  });
});
