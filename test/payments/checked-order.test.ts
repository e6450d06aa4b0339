import { expect } from 'chai';
import { ApiError } from '../../src/errors.js';
import { cardInitiateSchema } from '../../src/methods/card/schema.js';
import { checkedOrder } from '../../src/payments/checked-order.js';
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
    ['a fault of the key, which stands before it', withField(small, 'public_key', undefined), ['public_key', 'amount']],
    [
      'faults on both sides',
      withField(withField(small, 'public_key', 7), 'site_name', 7),
      ['public_key', 'amount', 'site_name'],
    ],
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

  it('is given on in minor units, with the account that takes it', () => {
    const body = { ...cardRequest(), amount: 4.35, unknown: 'field' };
    const { order, request, route } = checkedOrder(cardInitiateSchema, { merchant: aMerchant(), body, method: 'card' });
    expect(order.amount).to.equal(435);
    expect(request.amount).to.equal(4.35);
    expect(route.account._id).to.equal('sandbox-card');
    expect(order).to.not.have.property('unknown');
  });
});
