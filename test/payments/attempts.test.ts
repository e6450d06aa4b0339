import { expect } from 'chai';
import { answered, newAttempt } from '../../src/payments/attempts.js';
import { aPayment } from './a-payment.js';

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
