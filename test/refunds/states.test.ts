import { expect } from 'chai';
import {
  IllegalRefundStep,
  nextRefundStatus,
  publicRefundStatus,
  REFUND_EVENTS,
  REFUND_STATES,
  REFUND_STATUSES,
  type RefundEvent,
  type RefundStatus,
} from '../../src/payments/refund-states.js';

/** Every legal step, written down once more: what the table must say, not what it says. */
const LEGAL: Record<RefundStatus, Partial<Record<RefundEvent, RefundStatus>>> = {
  requested: { refunded: 'succeeded', refused: 'failed', accepted: 'processing', no_answer: 'unresolved' },
  processing: { refunded: 'succeeded', refused: 'failed' },
  unresolved: { refunded: 'succeeded', refused: 'failed', accepted: 'processing' },
  succeeded: { taken_back: 'failed' },
  failed: {},
};

describe('the states of refunds', () => {
  for (const status of REFUND_STATUSES)
    for (const event of REFUND_EVENTS) {
      const to = LEGAL[status][event];
      it(to ? `lead from ${status} by ${event} to ${to}` : `refuse ${event} for a refund that is ${status}`, () => {
        if (to) expect(nextRefundStatus(status, event)).to.equal(to);
        else
          expect(() => nextRefundStatus(status, event)).to.throw(IllegalRefundStep, new RegExp(`${status}.*${event}`));
      });
    }

  for (const status of REFUND_STATUSES)
    it(`give ${status} a job and something that it waits for, exactly while merchants are told pending`, () => {
      const { job, waitsFor } = REFUND_STATES[status];
      const isPending = publicRefundStatus(status) === 'pending';
      expect([job !== undefined, waitsFor !== undefined]).to.deep.equal([isPending, isPending]);
    });
});
