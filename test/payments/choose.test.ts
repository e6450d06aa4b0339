import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Account } from '../../src/gateways/account.model.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { accountFor, choose } from '../../src/payments/choose.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { aPayment } from './a-payment.js';

describe('the account of what a customer chooses', () => {
  const prefix = `choose-${randomUUID().slice(0, 8)}`;
  const id = (name: string) => `${prefix}-${name}`;

  function know(name: string, status: Account['status'], version = 1): void {
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    learnAccounts([{ ...card, _id: id(name), onRequest: true, status, version }]);
  }
  before(() => {
    know('paused', 'paused');
    know('closed', 'closed');
    know('open', 'active');
  });
  after(() => ['paused', 'open'].forEach((name) => know(name, 'closed', 2)));

  const CASES: [what: string, offered: string[], account: string | undefined, fallbacks: string[]][] = [
    ['the one that was found at the beginning', ['open', 'paused'], 'open', ['paused']],
    ['that one though it was paused since: the payment is under way', ['paused', 'open'], 'paused', ['open']],
    ['the next one when it was closed since', ['closed', 'open'], 'open', []],
    ['none when all of them were', ['closed'], undefined, []],
  ];
  for (const [what, [first = '', ...others], account, fallbacks] of CASES)
    it(`is ${what}`, () => {
      const payment = hosted(aPayment({ status: 'checkout_open', attempts: [] }), {
        accounts: { card: id(first) },
        fallbacks: { card: others.map(id) },
      });
      expect(accountFor(payment, 'card', 'card')).to.equal(account && id(account));
      const chosen = choose(payment, 'card');
      expect(chosen?.account).to.equal(account && id(account));
      expect(chosen?.fallbacks ?? []).to.deep.equal(fallbacks.map(id));
    });
});
