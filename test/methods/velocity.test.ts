import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import type { CardResult, DeclineReason } from '../../src/connectors/card.js';
import { countDecline, isDeclinedTooOften } from '../../src/methods/card/velocity.js';
import { newAttempt } from '../../src/payments/attempts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { keyOf } from '../../src/redis/keys.js';
import { redis } from '../../src/redis/client.js';
import { aPayment } from '../payments/a-payment.js';

const HOUR = 3600;

describe('how often a card was declined', () => {
  before(() => until('Redis is there', () => redis.status === 'ready'));

  const declined = (reason: DeclineReason): CardResult => ({ outcome: 'declined', reason, gatewayCode: reason });
  const keyFor = ({ merchantId, card }: PaymentRecord) => keyOf(`declined:${merchantId}:${card?.fingerprint}`);

  /** Another attempt with the same card at the same merchant. */
  const again = ({ merchantId, card }: PaymentRecord) => aPayment({ merchantId, ...(card && { card }) });

  for (const [reason, isCounted] of [
    ['do_not_honor', true],
    ['insufficient_funds', true],
    ['expired_card', true],
    ['incorrect_cvv', true],
    ['authentication_failed', false],
    ['authentication_cancelled', false],
    ['authentication_timeout', false],
    ['gateway_error', false],
  ] as const)
    it(`${isCounted ? 'counts' : 'does not count'} ${reason}`, async () => {
      const payment = aPayment();
      for (let time = 0; time < 5; time++) {
        expect(await isDeclinedTooOften(payment), `after ${time}`).to.equal(false);
        await countDecline(again(payment), declined(reason));
      }
      expect(await isDeclinedTooOften(payment)).to.equal(isCounted);
      await redis.del(keyFor(payment));
    });

  it('counts within an hour of the first decline: a later one does not make it longer', async () => {
    const payment = aPayment();
    await countDecline(payment, declined('do_not_honor'));
    expect(await redis.ttl(keyFor(payment))).to.be.within(HOUR - 5, HOUR);
    await redis.expire(keyFor(payment), 60); // as if most of the hour were over
    await countDecline(again(payment), declined('do_not_honor'));
    expect(await redis.ttl(keyFor(payment))).to.be.at.most(60);
    await redis.del(keyFor(payment));
  });

  it('counts a decline once, however often it is heard of', async () => {
    const payment = aPayment();
    for (let time = 0; time < 5; time++) await countDecline(payment, declined('do_not_honor'));
    expect(await isDeclinedTooOften(payment)).to.equal(false);
    const next = { ...payment, attempts: [...payment.attempts, newAttempt(payment._id, 2, payment.account)] };
    for (let time = 0; time < 3; time++) await countDecline(again(payment), declined('do_not_honor'));
    expect(await isDeclinedTooOften(payment)).to.equal(false);
    await countDecline(next, declined('do_not_honor')); // of the same payment
    expect(await isDeclinedTooOften(payment)).to.equal(true);
    await redis.del(keyFor(payment));
  });
});
