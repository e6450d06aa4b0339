import { expect } from 'chai';
import { noteReview } from '../../src/payments/note-review.js';
import { logLines } from '../ipn/log-lines.js';
import { aMoneyReview } from '../proofs/a-local-payment.js';
import { aPayment } from './a-payment.js';

describe('what goes before a person', () => {
  const review = aMoneyReview({ amount: 4989, reference: 'ch_1' });
  const untold = aMoneyReview({ kind: 'not_told', amount: 0, reference: 'c0ffeen1' });
  const decided = { ...review, decidedAt: new Date(), decision: 'accept' } as const;
  const asked = 4990;

  for (const [what, before, changes, told] of [
    ['money', {}, { review }, [{ kind: 'amount_mismatch', reference: 'ch_1', came: 4989, asked }]],
    ['what a gateway never told of', {}, { review: untold }, [{ kind: 'not_told', reference: 'c0ffeen1', asked }]],
    ['what lies before one already', { review }, { review: { ...review, reference: 'ch_2' } }, []],
    ['what one has decided', { review }, { review: decided }, []],
    ['anything else', {}, {}, []],
  ] as const)
    it(`is told of once, when it is new: ${what}`, async () => {
      const payment = aPayment(before);
      const lines = await logLines(() => Promise.resolve(noteReview(payment, changes)));
      expect(lines).to.have.length(told.length);
      for (const [no, line] of told.entries()) {
        expect(lines[no]).to.include({ level: 'error', message: 'review.opened', trx: payment._id, ...line });
        expect('came' in (lines[no] ?? {})).to.equal('came' in line);
      }
    });
});
