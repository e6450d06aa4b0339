import { expect } from 'chai';
import { config } from '../../config/index.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { nextPollAt } from '../../workers/late-confirmation.js';
import { aUpiPayment } from '../proofs/a-local-payment.js';

const { window, waits } = config.lateMoney;
const NOW = new Date('2026-01-31T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const LAST_WAIT = waits.at(-1) ?? 0;

/** A UPI payment whose time was over so many seconds ago, asked for so often that the longest wait has come. */
function ended(seconds: number): PaymentRecord {
  const payment = aUpiPayment({ status: 'cancelled' });
  const step = {
    event: 'timed_out',
    from: 'awaiting_payment',
    to: 'cancelled',
    at: ago(seconds),
    actor: 'test',
  } as const;
  const pollCount = waits.length;
  return { ...payment, history: [step], ...(payment.local && { local: { ...payment.local, pollCount } }) };
}

describe('late money is asked for', () => {
  it('after the wait that is due', () => {
    const payment = ended(window / 2);
    expect(nextPollAt(payment, true, NOW)).to.deep.equal(new Date(NOW.getTime() + LAST_WAIT * 1000));
  });

  it('as often at first as ever, however often the gateway was asked before the end', () => {
    const waited = waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0));
    for (const [index, seconds] of waited.entries()) {
      const wait = waits[index + 1] ?? LAST_WAIT;
      expect(nextPollAt(ended(seconds), true, NOW), `${seconds} s`).to.deep.equal(ago(-wait));
    }
  });

  it('at the end of the window, when the wait would lead past it', () => {
    expect(nextPollAt(ended(window - LAST_WAIT / 2), true, NOW)).to.deep.equal(ago(-LAST_WAIT / 2));
  });

  it('no more once the gateway has answered at the end', () => {
    expect(nextPollAt(ended(window), true, NOW)).to.equal(null);
  });

  it('even after the end as long as the gateway has not answered', () => {
    expect(nextPollAt(ended(window), false, NOW)).to.deep.equal(new Date(NOW.getTime() + LAST_WAIT * 1000));
  });
});
