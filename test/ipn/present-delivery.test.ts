import { expect } from 'chai';
import { presentDelivery } from '../../src/ipn/present-delivery.js';
import { aDelivery } from './a-delivery.js';

describe('a delivery as the console shows it', () => {
  it('has every attempt, and when the next one is due', () => {
    const at = new Date('2026-11-21T12:00:00Z');
    const attempts = [
      {
        id: 'a-1',
        at,
        durationMs: 12,
        status: 500,
        error: 'http' as const,
        response: 'no',
        trigger: 'automatic' as const,
      },
    ];
    const delivery = aDelivery({ attempts, failures: 1, next: { job: 'ipn-delivery', at } });

    expect(presentDelivery(delivery)).to.deep.equal({
      id: delivery._id,
      event_id: delivery.eventId,
      type: 'payment.success',
      trx: delivery.trx,
      merchant_id: 'mer_nobody',
      test: true,
      url: delivery.url,
      status: 'pending',
      overdue: false,
      next_attempt_at: '2026-11-21T12:00:00.000Z',
      created_at: delivery.createdAt.toISOString(),
      delivered_at: null,
      attempts: [
        {
          at: '2026-11-21T12:00:00.000Z',
          duration_ms: 12,
          status: 500,
          error: 'http',
          response: 'no',
          trigger: 'automatic',
        },
      ],
    });
  });

  it('says null when no attempt is due', () => {
    expect(presentDelivery(aDelivery({ status: 'delivered', next: null })).next_attempt_at).to.be.null;
  });
});
