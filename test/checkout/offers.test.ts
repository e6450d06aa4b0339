import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { findOffers, takenOffers } from '../../src/checkout/offers.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { anAccount } from '../gateways/an-account.js';
import { aMerchant } from '../merchants/a-merchant.js';

describe('what is offered on the page at an amount', () => {
  const account = anAccount({
    _id: `offers-${randomUUID().slice(0, 8)}`,
    connector: 'stripe', // takes multiples of 0.010 KWD
    methods: [{ method: 'card', currencies: ['KWD'] }],
  });
  before(() => learnAccounts([account]));
  after(() => learnAccounts([{ ...account, status: 'closed', version: 2 }]));

  const FEES = [{ currency: 'KWD', basisPoints: 0, fixed: 2000 }];
  for (const [what, fees, gross, swallowed] of [
    ['it is taken', [], 1230, [false]],
    ['it is swallowed by its fee', FEES, 1230, [true]],
    ['nobody takes its last digit', [], 1234, []],
    ['nobody takes its last digit, whatever its fee is', FEES, 1234, []],
  ] as const)
    it(`is known when ${what}`, () => {
      const merchant = aMerchant({ accounts: [account._id], fees: [...fees] });
      const offers = takenOffers(merchant, findOffers(merchant, 'KWD', undefined), gross);
      expect(offers.map(({ isSwallowed }) => isSwallowed)).to.deep.equal(swallowed);
    });
});
