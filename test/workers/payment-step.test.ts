import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { accountNamed } from '../../src/gateways/accounts.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { forReview } from '../../src/payments/for-review.js';
import { passOn } from '../../src/payments/next-account.js';
import { payments } from '../../src/payments/payment.model.js';
import { postpone } from '../../src/payments/transition.js';
import { paymentStep, type Decision } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aWalletPayment } from '../proofs/a-local-payment.js';

describe('a payment job whose payment changes while it asks', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  const changes = forReview('amount_mismatch', { amount: 50000, currency: 'BDT', reference: 'bank-1' });
  const waits = { waitUntil: IN_AN_HOUR(), changes };
  const CASES: [what: string, decision: Decision, no: number, expected: string[]][] = [
    ['is overtaken, where the next look finds the same money', { event: 'confirmed' }, 1, ['job.overtaken']],
    ['is overtaken, where the next look puts the same money before a person', waits, 1, []],
    ['is overtaken by the next attempt after a no', { event: 'refused' }, 2, ['job.overtaken']],
    ['is an alarm: money', { event: 'confirmed' }, 2, ['job.overtaken', 'payment.charged_late']],
    ['is an alarm: money for a person', waits, 2, ['payment.charged_late']],
    ['is an alarm: the end, with money', { event: 'cancelled', changes }, 2, ['job.overtaken', 'payment.charged_late']],
  ];
  for (const [what, decision, no, expected] of CASES)
    it(what, async () => {
      const payment = await kept.save(aWalletPayment());
      const { _id, version } = payment;
      const run = paymentStep('wallet-confirmation', async () => {
        const attempts = Array.from({ length: no }, (_, index) => newAttempt(_id, index + 1, payment.account));
        await payments.updateOne({ _id }, { $set: { attempts }, $inc: { version: 1 } });
        return decision;
      });
      const lines = await logLines(() => run({ id: _id, version }));
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
      if (expected.includes('payment.charged_late'))
        expect(lines.at(-1)).to.include({ level: 'error', trx: _id, attempt: 1, moved: 50000 });
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
