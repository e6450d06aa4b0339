import { expect } from 'chai';
import { ApiError } from '../../src/errors.js';
import { connectDatabase } from '../../src/database.js';
import { draftPayment, type Order } from '../../src/payments/draft-payment.js';
import { newTrace } from '../../src/trace.js';
import { ACCOUNTS } from '../../src/routing/accounts.js';
import { logLines } from '../ipn/log-lines.js';
import { aMerchant } from '../merchants/a-merchant.js';
import { cardRequest } from '../methods/card-request.js';

const [route] = ACCOUNTS;

describe('a draft of a payment', () => {
  before(connectDatabase);

  const draft = (changes: Partial<Order>, merchant = aMerchant()) => {
    if (!route) throw new Error('There is no account');
    const order = { ...cardRequest(), ...changes };
    return draftPayment(order, { merchant, method: 'card', route, status: 'authorizing', trace: newTrace(undefined) });
  };

  it('cannot be made in a currency for which nobody has set a rate: there is no flow for it', async () => {
    let error: unknown;
    const lines = await logLines(async () => {
      error = await draft({ currency: 'ISK', amount: 100 }).catch((thrown: unknown) => thrown);
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 'error', message: 'rate.missing', currency: 'ISK' });
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'no_flow_available');
  });

  it('freezes fee and rate', async () => {
    const fees = [{ currency: 'EUR', basisPoints: 250, fixed: 30 }];
    const { amounts, fee, rate } = await draft({ currency: 'EUR', amount: 4990 }, aMerchant({ fees }));
    expect(amounts).to.deep.equal({ currency: 'EUR', gross: 4990, charge: 155, grossUsd: 5794, chargeUsd: 180 });
    expect(fee).to.deep.equal(fees[0]);
    expect(rate).to.include({ value: '0.8612', source: 'shipped table' });
  });

  it('is owed to the job of its first status at once, with the key of its first attempt', async () => {
    const payment = await draft({});
    expect(payment.next?.job).to.equal('card-authorization');
    expect(payment.next?.at.getTime()).to.be.within(Date.now() - 1000, Date.now());
    expect(payment.attempts.map(({ no, key }) => [no, key])).to.deep.equal([[1, `${payment._id}-1`]]);
    expect(payment).to.deep.include({ gen: 1, results: [], reason: null });
    expect(payment.history.map(({ event, from, to }) => ({ event, from, to }))).to.deep.equal([
      { event: 'created', from: null, to: 'authorizing' },
    ]);
  });
});
