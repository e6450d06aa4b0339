import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { documentIn, takeSnapshot } from '../../src/jobs/snapshot.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';

describe('a snapshot', () => {
  const payment = aPayment({ next: { job: 'card-authorization', at: IN_AN_HOUR() } });
  const payload = { id: payment._id, version: payment.version };
  const snapshot = takeSnapshot(payment);

  before(connectDatabase);
  after(() => payments.deleteOne({ _id: payment._id }));

  it('opens as what the database gives back', async () => {
    await payments.insertOne(payment);
    expect(documentIn<PaymentRecord>(snapshot, payload)).to.deep.equal(await payments.findOne({ _id: payment._id }));
  });

  it('tells who reads Redis nothing', () => {
    const readable = Buffer.from(snapshot.replaceAll('.', ''), 'base64url').toString('latin1') + snapshot;
    for (const text of [payment.identifier, payment.merchantId, payment.customer.email, payment.urls.success])
      expect(readable).to.not.include(text);
  });

  for (const [what, given, about] of [
    ['of another document', snapshot, { ...payload, id: aPayment()._id }],
    ['of another version', snapshot, { ...payload, version: 2 }],
    ['that was changed', snapshot.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A')), payload],
    ['that is none', '', payload],
  ] as const)
    it(`is not taken for a document when it is one ${what}`, async () => {
      let opened: unknown;
      const lines = await logLines(async () => void (opened = documentIn(given, about)));
      expect(opened).to.equal(undefined);
      expect(lines.map(({ message }) => message)).to.deep.equal(['snapshot.unreadable']);
    });
});
