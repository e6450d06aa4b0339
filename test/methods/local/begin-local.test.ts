import { expect } from 'chai';
import { mock } from 'node:test';
import type { AsyncPaymentResult } from '../../../src/connectors/orders.js';
import { connectorAt } from '../../../src/connectors/index.js';
import { connectDatabase } from '../../../src/database/client.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { merchants, type MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { trxOf } from '../../../src/merchants/trx.js';
import { initiateUpi } from '../../../src/methods/upi/initiate.js';
import { payments, type PaymentRecord } from '../../../src/payments/payment.model.js';
import { newTrace } from '../../../src/telemetry/trace.js';
import { aPayment } from '../../payments/a-payment.js';
import { aUpiPayment } from '../../proofs/a-local-payment.js';
import { localBody } from '../../support/local-order.js';

describe('a UPI payment whose identifier is taken while the gateway opens its order', () => {
  let merchant: MerchantRecord;
  let public_key: string;

  before(async () => {
    await connectDatabase();
    const keys = await createMerchant({ name: 'Spec', mode: 'test' });
    const record = await merchants.findOne({ _id: keys.id });
    if (!record) throw new Error('There is no merchant');
    merchant = record;
    public_key = keys.public_key;
  });
  afterEach(() => mock.restoreAll());
  after(() => merchants.deleteOne({ _id: merchant._id }));

  /** @returns the keys of the orders that the gateway was told to close */
  async function initiateBeside(other: (about: Partial<PaymentRecord>) => PaymentRecord): Promise<string[]> {
    const body = { public_key, ...localBody(100, 'INR'), ipn_url: 'https://shop.example/ipn' };
    const _id = trxOf(merchant, body.identifier);
    const connector = connectorAt('sandbox', 'orders');
    mock.method(connectorAt('sandbox', 'upi'), 'createUpi', async () => {
      await payments.insertOne(other({ _id, merchantId: merchant._id, identifier: body.identifier }));
      return { reference: 'order-7', pa: 'shop@sandbox', pn: 'Shop', apps: [] };
    });
    const close = mock.method(connector, 'cancelOrder', async (): Promise<AsyncPaymentResult> => ({
      outcome: 'cancelled',
    }));
    const initiated = initiateUpi({ merchant, body, params: {}, trace: newTrace(undefined) });
    const refused: unknown = await initiated.catch((error: unknown) => error);
    await payments.deleteOne({ _id });
    expect(refused).to.include({ status: 409, code: 'duplicate_identifier' });
    return close.mock.calls.map(({ arguments: [key] }) => key?.replace(_id, 'trx') ?? '');
  }

  it('by a card payment has its order closed, which nobody is told how to pay', async () => {
    expect(await initiateBeside(aPayment)).to.deep.equal(['trx-1']);
  });

  it('by a UPI payment leaves the order open, which is that of both', async () => {
    expect(await initiateBeside(aUpiPayment)).to.be.empty;
  });
});
