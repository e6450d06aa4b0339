import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Account } from '../../src/gateways/account.model.js';
import { config } from '../../config/index.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { noteNoAnswer } from '../../src/gateways/breaker.js';
import { accountFor, choose } from '../../src/payments/choose.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { aPayment } from './a-payment.js';

describe('the account of what a customer chooses', () => {
  const prefix = `choose-${randomUUID().slice(0, 8)}`;
  const id = (name: string) => `${prefix}-${name}`;

  function know(name: string, status: Account['status'], version = 1, credentials: Account['credentials'] = {}): void {
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    learnAccounts([{ ...card, _id: id(name), onRequest: true, status, version, credentials }]);
  }
  before(() => {
    know('paused', 'paused');
    know('closed', 'closed');
    know('open', 'active');
    know('silent', 'active');
    know('sealed', 'active', 1, { key: { sealed: 'under another master key', lastFour: '' } });
  });
  beforeEach(async () => {
    for (let no = 0; no < config.gatewayBreaker.failures; no++) await noteNoAnswer(id('silent'));
  });
  after(() => ['paused', 'open', 'silent', 'sealed'].forEach((name) => know(name, 'closed', 2)));

  const CASES: [what: string, offered: string[], account: string | undefined, fallbacks: string[]][] = [
    ['the one that was found at the beginning', ['open', 'paused'], 'open', ['paused']],
    ['the next one when it was paused since', ['paused', 'open'], 'open', ['paused']],
    ['that one though it was paused since, where there is no other', ['paused'], 'paused', []],
    ['the next one when its gateway did not answer lately', ['silent', 'open'], 'open', ['silent']],
    [
      'the next one when no master key opens it any more',
      ['sealed', 'silent', 'paused'],
      'silent',
      ['sealed', 'paused'],
    ],
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
