import { expect } from 'chai';
import { mock } from 'node:test';
import type { CardAuthorization } from '../../src/connectors/card.js';
import type { Browser } from '../../src/connectors/payer.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { termsOf } from '../../src/methods/local/begin-local.js';
import { payerOf } from '../../src/payments/payer-of.js';
import { leaveSealedCard, newSeal } from '../../src/vault/seal-card.js';
import { decide } from '../../workers/card-authorization.js';
import { aUpiPayment } from '../proofs/a-local-payment.js';
import { aPayment } from './a-payment.js';

const CARD = { number: '4242424242424242', cvv: '123', expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' };
const BROWSER: Browser = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'bn' };

describe('who pays, as gateways are told', () => {
  before(connectDatabase);
  afterEach(() => mock.restoreAll());

  it('is told with a card', async () => {
    const asked: CardAuthorization[] = [];
    mock.method(connectorPart('sandbox-card', 'card'), 'authorizeCard', (request: CardAuthorization) => {
      asked.push(request);
      return Promise.resolve({ outcome: 'not_charged' });
    });
    const billingAddress = { country: 'GB', city: 'Bath', postal_code: 'BA1 1AA' };
    const payment = aPayment({ cardSeal: newSeal(), browser: BROWSER, billingAddress });
    await leaveSealedCard({ ...payment, cardSeal: payment.cardSeal ?? '' }, CARD);
    await decide(payment);
    const billing = { country: 'GB', city: 'Bath', postalCode: 'BA1 1AA' };
    expect(asked.map(({ payer }) => payer)).to.deep.equal([{ ...payerOf(payment), ...BROWSER, billing }]);
    expect(asked[0]?.payer.email).to.equal(payment.customer.email);
  });

  it('is told with every other order', () => {
    const payment = aUpiPayment({ browser: BROWSER });
    expect(termsOf(payment, new Date()).payer).to.deep.equal({ ...payerOf(payment), ...BROWSER });
  });

  it("has nothing of a browser when the merchant's own server called", () => {
    expect(payerOf(aPayment())).to.have.all.keys('id', 'email');
  });

  const BILLS: [what: string, billingInfo: Record<string, string>, billing: object | undefined][] = [
    [
      'an address',
      { country: 'DE', address_one: 'Am Markt 1', city: 'Bonn', postcode: '53111', others: 'x' },
      {
        country: 'DE',
        address: 'Am Markt 1',
        city: 'Bonn',
        postalCode: '53111',
      },
    ],
    ['a country that is no code', { country: 'Germany', city: 'Bonn' }, undefined],
    ['no country', { city: 'Bonn' }, undefined],
  ];
  for (const [what, billingInfo, billing] of BILLS)
    it(`is billed to ${billing ? 'it' : 'nowhere'} when a hosted payment comes with ${what}`, () => {
      expect(payerOf(aPayment({ billingInfo })).billing).to.deep.equal(billing);
    });

  it('is the same customer of one merchant in any case, and another one of another merchant', () => {
    const mail = (email: string) => ({ ...aPayment().customer, email });
    const [first, second] = ['Ada@shop.example', 'ada@shop.example'].map(
      (email) => payerOf(aPayment({ merchantId: 'mer_1', customer: mail(email) })).id,
    );
    expect(first)
      .to.match(/^[0-9a-f]{32}$/)
      .and.equal(second);
    expect(payerOf(aPayment({ merchantId: 'mer_2', customer: mail('ada@shop.example') })).id).to.not.equal(first);
  });
});
