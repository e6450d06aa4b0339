import { expect } from 'chai';
import { changesFor, noteMismatch } from '../../workers/card-outcome.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';

const authorized = (amount: number, currency: string) =>
  ({ outcome: 'authorized', reference: 'ch_1', amount, currency }) as const;

describe('what a gateway says that it has charged', () => {
  for (const [what, amount, currency, same] of [
    ['the amount and currency asked for', 4990, 'EUR', true],
    ['less', 4989, 'EUR', false],
    ['more', 4991, 'EUR', false],
    ['as much in another currency', 4990, 'USD', false],
  ] as const)
    it(`is ${same ? '' : 'not '}as asked when it is ${what}`, async () => {
      let isMismatch: boolean | undefined;
      const lines = await logLines(() =>
        Promise.resolve(void (isMismatch = noteMismatch(aPayment(), authorized(amount, currency)))),
      );
      expect(isMismatch).to.equal(!same);
      expect(lines.map(({ level, message }) => ({ level, message }))).to.deep.equal(
        same ? [] : [{ level: 'error', message: 'payment.mismatched' }],
      );
    });

  it('stays with the attempt, under the key that was asked with', () => {
    const payment = aPayment();
    const [attempt, ...more] = changesFor(payment, authorized(4990, 'EUR')).attempts ?? [];
    expect(more).to.be.empty;
    expect(attempt).to.include({ key: `${payment._id}-1`, outcome: 'authorized', reference: 'ch_1' });
    expect(attempt?.answeredAt).to.be.instanceOf(Date);
  });
});
