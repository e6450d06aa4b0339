import { expect } from 'chai';
import { aboutAttempt, answered, newAttempt } from '../../src/payments/attempts.js';
import { aPayment } from './a-payment.js';

describe('what a call to a gateway is about', () => {
  const upi = { reference: 'order_1', pa: 'shop@bank', pn: 'Shop', apps: [] };
  const local = { expiresAt: new Date(), pollCount: 0, lateMoney: 'accept', upi } as const;
  const attempts = [newAttempt('trx', 1, 'sandbox-upi')];

  it('is the order that waits, by its reference', () => {
    expect(aboutAttempt(aPayment({ method: 'upi', attempts, local }))).to.include({
      key: 'trx-1',
      reference: 'order_1',
    });
  });

  it('is never an earlier order when the customer has gone on to a card', () => {
    const card = aPayment({ method: 'card', attempts: [...attempts, newAttempt('trx', 2, 'sandbox-card')], local });
    expect(aboutAttempt(card)).to.include({ key: 'trx-2' }).and.not.have.property('reference');
    const answeredCard = { ...card, attempts: answered(card, { outcome: 'authorized', reference: 'ch_1' }) };
    expect(aboutAttempt(answeredCard)).to.include({ reference: 'ch_1' });
  });
});

describe('what a gateway answered', () => {
  const payment = aPayment({ attempts: [newAttempt('trx', 1, 'sandbox-card'), newAttempt('trx', 2, 'sandbox-card')] });

  it('is noted with the current attempt, and with no other', () => {
    const [first, second] = answered(payment, { outcome: 'declined', reference: 'ch_1', gatewayCode: '05' });
    expect(first).to.equal(payment.attempts[0]);
    expect(second).to.include({ no: 2, outcome: 'declined', reference: 'ch_1', gatewayCode: '05' });
  });

  it('is not noted with the card that a gateway put into its code', () => {
    const [, second] = answered(payment, { outcome: 'declined', gatewayCode: 'bad card 4000 0000 0000 0002' });
    expect(second?.gatewayCode).to.equal('bad card 4000…02');
  });
});
