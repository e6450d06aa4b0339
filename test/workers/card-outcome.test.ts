import { expect } from 'chai';
import { mock } from 'node:test';
import { config } from '../../config/index.js';
import { NotDecided, NothingTaken } from '../../src/connectors/connector.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { inSeconds } from '../../src/time.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { askCard, askOrVoid, changesFor, changesForOther } from '../../workers/card-outcome.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { PATIENCE } from '../../workers/patience.js';
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

describe('a key of which its gateway has told nothing yet', () => {
  const account = knownAdyenAccount();
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());
  afterEach(() => mock.restoreAll());

  const [EARLY, LATE] = [config.newsOverdue - 60, config.newsOverdue + 60];
  for (const [words, inquiryCount, reference, ago, closes] of [
    ['that got no answer, at the third look', PATIENCE - 1, {}, EARLY, 0],
    ['that got no answer, at the fourth look', PATIENCE, {}, EARLY, 1],
    ['that its gateway has named, until news is overdue', 99, { reference: 'psp-1' }, EARLY, 0],
    ['that its gateway has named, afterwards', 99, { reference: 'psp-1' }, LATE, 1],
  ] as const)
    it(`is ${closes ? 'closed' : 'left alone'}: one ${words}`, async () => {
      const close = mock.method(connectorPart(account, 'card'), 'voidCard', () =>
        Promise.reject(new NotDecided('It will tell')),
      );
      const made = aPayment({ status: 'unresolved', account, inquiryCount });
      const attempts = [{ ...newAttempt(made._id, 1, account), startedAt: inSeconds(-ago), ...reference }];
      const payment = await kept.save({ ...made, attempts });
      expect(await askOrVoid(payment).catch((error: unknown) => error)).to.be.instanceOf(NotDecided);
      expect(close.mock.callCount()).to.equal(closes);
    });
});

describe('a no that leaves an order open', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  afterEach(() => mock.restoreAll());

  it('counts once the order is closed, and not while nobody knows that', async () => {
    const payment = aPayment({ status: 'challenged', account: 'sandbox-card' });
    const no = { outcome: 'declined', reason: 'do_not_honor', gatewayCode: '05' } as const;
    mock.method(gateway, 'fetchCard', () => Promise.resolve({ ...no, open: true }));
    for (const closed of [no, authorized(4990, 'EUR')]) {
      mock.method(gateway, 'voidCard', () => Promise.resolve(closed));
      expect(await askCard(payment)).to.deep.equal(closed);
    }
    mock.method(gateway, 'voidCard', () => Promise.reject(new NothingTaken('no connection')));
    expect(await askCard(payment).catch((error: unknown) => error)).to.be.instanceOf(NothingTaken);
  });
});

describe('what a gateway says that it has charged', () => {
  it('goes before a person once when it is not as asked, by its own reference', () => {
    const payment = aPayment({ status: 'unresolved' });
    const look = (at: PaymentRecord) => changesForOther(at, authorized(4989, 'EUR'));
    const { review, attempts } = look(payment);
    expect(review).to.include({ kind: 'amount_mismatch', amount: 4989, currency: 'EUR', reference: 'ch_1' });
    expect(attempts?.at(-1)).to.include({ reference: 'ch_1' }); // by which it goes back
    expect(look({ ...payment, ...(review && { review }) })).to.deep.equal({});
  });

  it('stays with the attempt, under the key that was asked with', () => {
    const payment = aPayment();
    const [attempt, ...more] = changesFor(payment, authorized(4990, 'EUR')).attempts ?? [];
    expect(more).to.be.empty;
    expect(attempt).to.include({ key: `${payment._id}-1`, outcome: 'authorized', reference: 'ch_1' });
    expect(attempt?.answeredAt).to.be.instanceOf(Date);
  });
});
