import { expect } from 'chai';
import { mock } from 'node:test';
import type { LocalResult } from '../../src/connectors/connector.js';
import { localConnectorOf } from '../../src/routing/connector-of.js';
import { askOrNull } from '../../workers/local-outcome.js';
import { aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';

const AGREED: LocalResult = { outcome: 'agreed', amount: 50_000, currency: 'BDT' };
const PAID: LocalResult = { ...AGREED, outcome: 'paid', reference: 'wallet-1' };

describe('what a customer has agreed to', () => {
  afterEach(() => mock.restoreAll());

  const cases = [
    [aWalletPayment(), PAID],
    [aWalletPayment({ status: 'failed' }), AGREED],
    [aWalletPayment({ status: 'cancelled' }), AGREED],
    [aUpiPayment(), AGREED],
    [aUpiPayment({ method: 'sepa', status: 'awaiting_debit' }), AGREED],
  ] as const;
  for (const [payment, result] of cases)
    it(`is ${result === PAID ? 'executed' : 'only looked at'} when ${payment.method} is ${payment.status}`, async () => {
      const connector = localConnectorOf(payment);
      mock.method(connector, 'fetchLocal', async () => AGREED);
      mock.method(connector, 'executeWallet', async () => PAID);
      expect(await askOrNull(payment)).to.deep.equal(result);
    });
});
