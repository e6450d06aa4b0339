import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { refundIdOf } from '../../src/merchants/trx.js';
import { presentPayment } from '../../src/payments/present-payment.js';
import { presentRefund } from '../../src/refunds/present-refund.js';
import { refundOfRefused } from '../../src/refunds/refund-rejected.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aPayment } from '../payments/a-payment.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aMoneyReview } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from './a-refund.js';

describe('the refund of money that a review refuses', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  it('has a name of its own, though its merchant has used that name for another refund', async () => {
    const { id: merchantId } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const merchant = await merchants.findOne({ _id: merchantId });
    if (!merchant) throw new Error('There is no merchant');
    const payment = aPaidPayment({ merchantId });
    const identifier = `review-${payment._id}`;
    expect((await refundOfRefused(payment, 'op')).refund).to.include({ identifier });
    const trx = randomUUID();
    const taken = aRefund(trx, 1, { id: refundIdOf(merchant, identifier), identifier });
    await kept.save(aPaidPayment({ _id: trx, merchantId, refunds: [taken] }));
    const { refund } = await refundOfRefused(payment, 'op');
    expect(refund.identifier)
      .to.match(/^review-/)
      .and.not.equal(identifier);
    expect(refund.id).to.equal(refundIdOf(merchant, refund.identifier));
  });

  it('is none while its customer wants all of it back from the bank, which is said; of a part the rest goes back', async () => {
    const { id: merchantId } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const disputed = (amount: number) => aPaidPayment({ merchantId, disputes: [aDispute({ amount })] });
    const refused: unknown = await refundOfRefused(disputed(4990), 'op').catch((error: unknown) => error);
    expect(refused).to.include({ status: 409, code: 'payment_disputed' });
    expect((await refundOfRefused(disputed(990), 'op')).refund).to.include({ amount: 4000 });
  });

  it('is no amount of its payment when the money is of another currency: 5000 yen are not 50 euros', () => {
    const review = aMoneyReview({ amount: 5000, currency: 'JPY', decision: 'reject', decidedAt: new Date() });
    const refund = aRefund(randomUUID(), 1, { status: 'succeeded', amount: 5000, currency: 'JPY', amountUsd: 0 });
    const payment = aPayment({ status: 'failed', review, refunds: [refund] });
    expect(presentPayment(payment)).to.include({
      currency: 'EUR',
      gross_amount: 0,
      refunded_amount: 0,
      refunded_amount_usd: 0,
      refund_status: 'full',
    });
    expect(presentRefund(payment, refund)).to.include({ amount: 5000, refunded_amount: 5000, currency: 'JPY' });
  });
});
