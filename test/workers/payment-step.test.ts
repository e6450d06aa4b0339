import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { accountNamed } from '../../src/gateways/accounts.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { passOn } from '../../src/payments/next-account.js';
import { payments } from '../../src/payments/payment.model.js';
import { postpone } from '../../src/payments/transition.js';
import { forReview } from '../../workers/for-review.js';
import { paymentStep } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aWalletPayment } from '../proofs/a-local-payment.js';

describe('a payment job whose payment changes while it asks', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  for (const [what, event, no, expected] of [
    ['is overtaken, where the next look finds the same money', 'confirmed', 1, ['job.overtaken']],
    ['is an alarm for money of an attempt that was left', 'confirmed', 2, ['job.overtaken', 'payment.charged_late']],
    ['is overtaken by the next attempt after a no', 'refused', 2, ['job.overtaken']],
  ] as const)
    it(what, async () => {
      const payment = await kept.save(aWalletPayment());
      const { _id, version } = payment;
      const run = paymentStep('wallet-confirmation', async () => {
        const attempts = Array.from({ length: no }, (_, index) => newAttempt(_id, index + 1, payment.account));
        await payments.updateOne({ _id }, { $set: { attempts }, $inc: { version: 1 } });
        return { event };
      });
      const lines = await logLines(() => run({ id: _id, version }));
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
      if (no === 2 && event === 'confirmed')
        expect(lines[1]).to.include({ level: 'error', trx: _id, attempt: 1, moved: 50000 });
    });

  it('is no alarm for an attempt that took nothing, when its job has gone on to the next one', async () => {
    const payment = await kept.save({ fallbacks: ['sandbox-card'] });
    const run = paymentStep('card-authorization', async (at) => {
      const of = await passOn(at, accountNamed('sandbox-card'), { outcome: 'not_reached' });
      if (!of) throw new Error('Nobody else changes it');
      await postpone(of, IN_AN_HOUR());
      return { event: 'authorized', of };
    });
    const lines = await logLines(() => run({ id: payment._id, version: payment.version }));
    expect(lines.map(({ message }) => message)).to.deep.equal(['payment.passed_on', 'job.overtaken']);
  });

  it('puts money before a person once, however many looks find it', async () => {
    const came = { amount: 100, currency: 'BDT', reference: 'bank-1' };
    const payment = await kept.save(aWalletPayment());
    const { _id, version } = payment;
    const isFirst = [true];
    const run = paymentStep('wallet-confirmation', async (at) => {
      if (isFirst.pop()) await postpone(at, new Date()); // news of the same money
      return { waitUntil: IN_AN_HOUR(), changes: at.review ? {} : forReview('amount_mismatch', came) };
    });
    const lines = await logLines(async () => {
      for (const look of [0, 1, 2]) await run({ id: _id, version: version + look });
    });
    expect(lines.map(({ message }) => message)).to.deep.equal(['review.opened']);
    expect(lines[0]).to.include({ level: 'error', trx: _id, came: 100, asked: 50000, reference: 'bank-1' });
  });
});
