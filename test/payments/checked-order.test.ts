import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../src/errors.js';
import type { Account, AccountMethod } from '../../src/gateways/account.model.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { cardInitiateSchema } from '../../src/methods/card/schema.js';
import { walletIn, walletInitiateSchema } from '../../src/methods/wallet/schema.js';
import { checkedOrder } from '../../src/payments/checked-order.js';
import { anAccount } from '../gateways/an-account.js';
import { aMerchant } from '../merchants/a-merchant.js';
import { cardRequest, withField } from '../methods/card-request.js';

/** More than the 3.00 USD that the bodies below ask for. */
const fees = [{ currency: 'USD', basisPoints: 0, fixed: 500 }];

function faults(body: Record<string, unknown>): string[] {
  try {
    checkedOrder(cardInitiateSchema, { merchant: aMerchant({ fees }), body, method: 'card' });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.extra.errors ?? []).map(({ field }) => field);
  }
}

describe('an order', () => {
  const small = { ...cardRequest(), amount: 3 };

  const CASES: [what: string, body: Record<string, unknown>, fields: string[]][] = [
    ['nothing else', small, ['amount']],
    ['a fault after it', withField(small, 'details', undefined), ['amount', 'details']],
    ['another fault of the amount itself', { ...small, amount: -3 }, ['amount']],
    ['an unknown currency', { ...small, currency: 'XXX' }, ['currency']],
  ];
  for (const [what, body, fields] of CASES)
    it(`whose fee would swallow it is told so in field order, with ${what}`, () => {
      expect(faults(body)).to.deep.equal(fields);
    });

  it('is taken from the first unit that is left for the merchant', () => {
    expect(faults({ ...small, amount: 5 })).to.deep.equal(['amount']);
    expect(faults({ ...small, amount: 5.01 })).to.deep.equal([]);
  });

  describe('by a wallet, with an account for each', () => {
    const ids = [1, 2].map(() => `wallet-${randomUUID().slice(0, 8)}`);
    const [bkash = '', nagad = ''] = ids;
    const account = (_id: string, taken: Partial<AccountMethod>, changes: Partial<Account>): Account =>
      anAccount({ _id, methods: [{ method: 'wallet', currencies: ['BDT'], ...taken }], ...changes });
    const both = (changes: Partial<Account> = {}) => [
      account(bkash, { wallets: ['BKASH'], minimums: { BDT: 5000 }, maximums: { BDT: 2_500_000 } }, changes),
      account(nagad, { wallets: ['NAGAD'] }, changes),
    ];
    before(() => learnAccounts(both()));
    after(() => learnAccounts(both({ status: 'closed', version: 2 })));

    const merchant = aMerchant({ accounts: ids, methods: ['wallet'] });
    const ordered = (amount: number, payment_method_code: string) => {
      const customer = { ...cardRequest().customer, mobile: '+8801712345678', payment_method_code };
      const { card: _, ...order } = cardRequest();
      const body = { ...order, amount, currency: 'BDT', payment_method_type: 'local', customer };
      return checkedOrder(walletInitiateSchema, { merchant, body, method: 'wallet', asks: walletIn(body) });
    };
    for (const [amount, wallet, says] of [
      [20, 'BKASH', 'amount must be at least 50.00 BDT'],
      [5, 'bkash', 'amount must be at least 50.00 BDT'],
      [30_000, 'BKASH', 'amount must be at most 25000.00 BDT'],
      [5, 'NAGAD', 'amount must be at least 10.00 BDT'],
    ] as const)
      it(`of ${amount} BDT is told the bounds of those that take ${wallet}`, () => {
        expect(() => ordered(amount, wallet)).to.throw(ApiError, says);
      });

    it('is taken within those bounds', () => {
      expect(ordered(50, 'bkash').route.account._id).to.equal(bkash);
      expect(ordered(20, 'NAGAD').route.account._id).to.equal(nagad);
    });
  });

  it('is given on in minor units, with the account that takes it', () => {
    const body = { ...cardRequest(), amount: 4.35, unknown: 'field' };
    const { order, request, route } = checkedOrder(cardInitiateSchema, { merchant: aMerchant(), body, method: 'card' });
    expect(order.amount).to.equal(435);
    expect(request.amount).to.equal(4.35);
    expect(route.account._id).to.equal('sandbox-card');
    expect(order).to.not.have.property('unknown');
  });
});
