import { expect } from 'chai';
import { decide } from '../../workers/checkout-expiry.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { aPayment } from '../payments/a-payment.js';

describe('the end of an open checkout', () => {
  it('waits on when a clock that is ahead of ours woke it too early', async () => {
    const payment = hosted(aPayment({ status: 'checkout_open' }));
    expect(await decide(payment)).to.deep.equal({ waitUntil: payment.checkout.expiresAt });
  });
});
