import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { payments } from '../../src/payments/payment.model.js';
import { paymentStep } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
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
});
