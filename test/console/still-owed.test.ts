import { expect } from 'chai';
import { standingOf } from '../../src/console/deliveries/delivery-standing.js';
import { stillOwed } from '../../src/console/payments/still-owed.js';
import type { DeliveryAttempt, DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { presentDelivery } from '../../src/ipn/present-delivery.js';
import { aDelivery } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';

const at = new Date('2030-01-02T03:04:05.000Z');
const failed: DeliveryAttempt = {
  id: 'a',
  at,
  durationMs: 1,
  status: 500,
  error: 'http',
  response: null,
  trigger: 'automatic',
};
const accepted: DeliveryAttempt = { ...failed, status: 200, error: null };
const next = { job: 'ipn-delivery', at } as const;

const CASES: [overrides: Partial<DeliveryRecord>, standing: string, owed: string | null, next: string | null][] = [
  [{ next }, 'on its way', 'on its way', at.toISOString()],
  [{ next, attempts: [failed, failed, failed] }, 'retrying, 3 failed', 'retrying, 3 failed', at.toISOString()],
  [{ status: 'held', next: null }, 'held', 'held until its endpoint is enabled', null],
  [
    { status: 'exhausted', next: null, attempts: [failed, failed] },
    'exhausted, 2 failed',
    'exhausted, 2 failed: nothing more is tried unless somebody sends it again',
    null,
  ],
  [{ status: 'delivered', next: null, deliveredAt: at, attempts: [failed, accepted] }, 'delivered', null, null],
  [{ next, deliveredAt: at, attempts: [accepted] }, 'sending again', null, null],
];

describe('what a merchant is still owed', () => {
  const payment = aPayment({ status: 'succeeded' });

  for (const [overrides, standing, owed, when] of CASES)
    it(`of a notification that is ${standing}: ${owed ?? 'nothing'}`, () => {
      const delivery = presentDelivery(aDelivery(overrides));
      expect(standingOf(delivery)).to.equal(standing);
      expect(stillOwed(payment, [delivery])).to.deep.equal(
        owed === null ? [] : [{ text: `The merchant has not accepted payment.success yet: ${owed}`, next: when }],
      );
    });

  it('is also a result that is not stored as a notification yet', () => {
    const result = { eventId: 'evt_1', type: 'payment.success', at, data: '{}' } as const;
    const unsent = { ...payment, unpublished: true, results: [result] };
    const text = 'The merchant has not been told payment.success yet';
    expect(stillOwed(unsent, [])).to.deep.equal([{ text, next: null }]);
    const stored = presentDelivery(aDelivery({ eventId: 'evt_1', status: 'delivered', next: null, deliveredAt: at }));
    expect(stillOwed(unsent, [stored])).to.deep.equal([]);
    expect(stillOwed({ ...unsent, unpublished: false }, [])).to.deep.equal([]); // kept no longer
  });
});
