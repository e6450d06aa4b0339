import { expect } from 'chai';
import { mock } from 'node:test';
import { NotDecided } from '../../src/connectors/connector.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { askCard, changesFor, noteMismatch } from '../../workers/card-outcome.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';

const authorized = (amount: number, currency: string) =>
  ({ outcome: 'authorized', reference: 'ch_1', amount, currency }) as const;

describe('money that is answered while a close may be about to take it back', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());
  afterEach(() => mock.restoreAll());

  it('is kept, and counts once the close was refused', async () => {
    const result = authorized(4990, 'EUR');
    mock.method(gateway, 'fetchCard', () => Promise.resolve(result));
    const told = { attempt: 1, closing: 'asked' } as const;
    const payment = await kept.save({ status: 'challenged', told });
    expect(await askCard(payment).catch((error: unknown) => error)).to.be.instanceOf(NotDecided);
    expect((await stored(payment)).told).to.deep.equal({ ...told, result });
    const refused = await kept.save({ status: 'challenged', told: { attempt: 1, closing: 'refused' } });
    expect(await askCard(refused)).to.deep.equal(result);
  });
});

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
