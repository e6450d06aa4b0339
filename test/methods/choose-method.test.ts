import { expect } from 'chai';
import { chooseMethod } from '../../src/methods/choose-method.js';
import { cardRequest, context, faultsOf } from './card-request.js';

const { card, ...common } = cardRequest();
const choose = (body: object) => chooseMethod({ ...common, payment_method_type: undefined, ...body }, context).name;

describe('choosing the method', () => {
  const CHOSEN: [object, string][] = [
    [{ payment_method_type: 'card', card }, 'card'],
    [{ payment_method_type: 'card' }, 'card'], // the card's schema says what is missing
    [{ card }, 'card'],
    [{ card: {} }, 'card'],
    [{ card: 'x' }, 'card'],
    [{ card, currency: 'INR' }, 'card'],
    [{ payment_method_type: null, card }, 'card'],
    [{ payment_method_type: '', card }, 'card'],
    [{ currency: 'INR' }, 'upi'],
    [{ currency: 'BDT' }, 'wallet'],
    [{ currency: 'INR', card: null }, 'upi'],
    [{ payment_method_type: 'local', currency: 'INR' }, 'upi'],
    [{ payment_method_type: 'local', currency: 'BDT', card: null }, 'wallet'],
  ];
  for (const [body, method] of CHOSEN)
    it(`takes ${JSON.stringify(body)} for ${method}`, () => {
      expect(choose(body)).to.equal(method);
    });

  const type = 'payment_method_type';
  const REFUSED: [object, string, string, string][] = [
    [{}, type, 'required', 'payment_method_type is required'],
    [{ currency: 'toString' }, type, 'required', 'payment_method_type is required'],
    [{ [type]: 'crypto' }, type, 'unsupported', 'payment_method_type must be card or local'],
    [{ [type]: 'CARD', card: {} }, 'card.cvv', 'required', 'Card CVV is required'],
    [{ [type]: 'CARD', card }, type, 'unsupported', 'payment_method_type must be card or local'],
    [{ [type]: 'card_and_sepa' }, type, 'unsupported', 'payment_method_type must be card or local'],
    [{ [type]: 1 }, type, 'invalid_type', 'payment_method_type must be a string'],
    [{ [type]: { $gt: '' } }, type, 'invalid_type', 'payment_method_type must be a string'],
    [{ [type]: ['card'] }, type, 'invalid_type', 'payment_method_type must be a string'],
    [
      { [type]: 'local', card, currency: 'INR' },
      type,
      'contradiction',
      'payment_method_type must be card when a card is sent',
    ],
    [{ [type]: 'local' }, 'currency', 'unsupported_currency', 'currency must be INR or BDT for local payments'],
    [
      { [type]: 'local', currency: 'usd' },
      'currency',
      'unsupported_currency',
      'currency must be the upper-case ISO 4217 code of a currency in use',
    ],
    [{ [type]: 'local', currency: null }, 'currency', 'required', 'currency is required'],
    [{ [type]: 'local', currency: 5 }, 'currency', 'invalid_type', 'currency must be a string'],
  ];
  for (const [body, field, code, message] of REFUSED)
    it(`refuses ${JSON.stringify(body).slice(0, 60)}: ${message}`, () => {
      expect(faultsOf(() => choose(body))).to.deep.include({ field, code, message });
    });

  it('reports the other faults with it, in the order of the tables', () => {
    const body = {
      public_key: null,
      amount: '1',
      customer: { first_name: 'x' },
      details: 5,
      payment_method_type: 'crypto',
    };
    expect(faultsOf(() => choose(body)).map(({ field }) => field)).to.deep.equal([
      'public_key',
      'amount',
      'payment_method_type',
      'customer.last_name',
      'customer.email',
      'customer.mobile',
      'details',
    ]);
  });
});
