import { expect } from 'chai';
import { payments } from '../../src/payments/payment.model.js';
import { aMoneyReview, aUpiPayment } from '../proofs/a-local-payment.js';
import { removeSaved, saved } from '../proofs/api.js';
import { bearer, browserOf, startConsole, type TestConsole, theOperator } from './console.js';

describe('money that a gateway names a currency for that is none', () => {
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
  });
  after(removeSaved);
  after(() => console.close());

  const review = aMoneyReview({ amount: 24_950, currency: 'ZZZ' });
  const waiting = () => saved(aUpiPayment({ review }));

  for (const path of ['/proofs/TRX', '/payments/TRX'])
    it(`is shown in minor units on the page ${path}`, async () => {
      const { _id: trx } = await waiting();
      const browser = await browserOf(console, await theOperator('reviewer'));
      const page = console.http.get(path.replace('TRX', trx)).set({ accept: 'text/html', ...browser });
      await page.expect(200, /24,950\sZZZ/);
    });

  for (const path of ['/api/reviews?kind=amount_mismatch', '/api/reviews/TRX', '/api/payments/TRX'])
    it(`is given in minor units by ${path}`, async () => {
      const { _id: trx } = await waiting();
      const answer = console.http.get(path.replace('TRX', trx)).set(bearer(await theOperator('reviewer')));
      await answer.expect(200, /"amount":24950,"currency":"ZZZ"/);
    });

  for (const [decision, status] of [
    ['accept', 'succeeded'],
    ['reject', 'failed'],
  ])
    it(`is decided by ${decision}, and the answer says so`, async () => {
      const { _id } = await waiting();
      const answer = await console.http
        .post(`/api/reviews/${_id}/decision`)
        .set(bearer(await theOperator('reviewer')))
        .send({ decision, amount: 499 });
      expect(answer.status).to.equal(200);
      expect(answer.body).to.have.nested.include({ 'money.decision': decision, 'money.amount': 24_950 });
      expect(await payments.findOne({ _id })).to.include({ status });
    });
});
