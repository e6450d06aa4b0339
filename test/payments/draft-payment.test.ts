import { expect } from 'chai';
import { ApiError } from '../../src/errors.js';
import { connectDatabase } from '../../src/database/client.js';
import { draftPayment, type Order } from '../../src/payments/draft-payment.js';
import { newTrace } from '../../src/telemetry/trace.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';
import { logLines } from '../ipn/log-lines.js';
import { feeFor } from '../../src/money/fees.js';
import { aMerchant } from '../merchants/a-merchant.js';
import { cardRequest } from '../methods/card-request.js';

const [account] = FIRST_ACCOUNTS;

describe('a draft of a payment', () => {
  before(connectDatabase);

  const draft = (changes: Partial<Order>, merchant = aMerchant(), idempotencyKey?: string) => {
    if (!account) throw new Error('There is no account');
    const route = { account, fallbacks: [] };
    const order = { ...cardRequest(), ...changes };
    const trace = newTrace(undefined);
    const fee = feeFor(merchant.fees, { method: 'card', currency: order.currency, gross: order.amount });
    const about = { merchant, method: 'card', route, fee, status: 'authorizing', idempotencyKey, trace } as const;
    return draftPayment(order, about);
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

  for (const [whose, method] of [
    ['of the currency', undefined],
    ['of the method', 'card'],
  ] as const)
    it(`freezes the fee ${whose} and the rate`, async () => {
      const rule = { ...(method && { method }), currency: 'EUR', basisPoints: 250, fixed: 30 };
      const { amounts, fee, rate } = await draft({ currency: 'EUR', amount: 4990 }, aMerchant({ fees: [rule] }));
      expect(amounts).to.deep.equal({ currency: 'EUR', gross: 4990, charge: 155, grossUsd: 5794, chargeUsd: 180 });
      expect(fee).to.deep.equal(rule);
      expect(rate).to.include({ value: '0.8612', source: 'shipped table' });
    });

  it('keeps the Idempotency-Key that it comes under, by which its repetition will find it', async () => {
    expect(await draft({}, aMerchant(), 'a hash')).to.include({ idempotencyKey: 'a hash' });
    expect(await draft({})).to.not.have.property('idempotencyKey');
  });

  it('is owed to the job of its first status at once, with the key of its first attempt', async () => {
    const payment = await draft({});
    expect(payment.next?.job).to.equal('card-authorization');
    expect(payment.next?.at.getTime()).to.be.within(Date.now() - 1000, Date.now());
    expect(payment.attempts.map(({ no, key }) => [no, key])).to.deep.equal([[1, `${payment._id}-1`]]);
    expect(payment).to.deep.include({ version: 1, results: [], reason: null });
    expect(payment.history.map(({ event, from, to }) => ({ event, from, to }))).to.deep.equal([
      { event: 'created', from: null, to: 'authorizing' },
    ]);
  });
});
