import supertest from 'supertest';
import { createApp } from '../../src/web/app.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { createMerchant, type MerchantChoices, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import type { AnswerBody } from '../support/ask.js';
import { untilPublished } from '../support/published.js';
import { aUpiPayment } from './a-local-payment.js';

export const app = createApp();
const made: string[] = [];

/** A merchant of its own, since a merchant may send ten proofs at once. */
export const aMerchant = (choices: Partial<MerchantChoices> = {}): Promise<MerchantKeys> =>
  createMerchant({ name: 'Blue Tea Shop', mode: 'test', ...choices });

/** Saves a payment, as if it had been initiated. */
export async function saved(payment: PaymentRecord): Promise<PaymentRecord> {
  made.push(payment._id);
  await payments.insertOne(payment);
  return payment;
}

/** A merchant with a UPI payment that waits for its customer. */
export async function aShop(overrides: Partial<PaymentRecord> = {}) {
  const merchant = await aMerchant();
  const payment = await saved(aUpiPayment({ merchantId: merchant.id, ...overrides }));
  const confirm = (payment_proof: unknown, trx: unknown = payment._id) =>
    call('/h2h/confirm', { public_key: merchant.public_key, trx, payment_proof });
  const status = () => call('/h2h/status', { public_key: merchant.public_key, trx: payment._id });
  return { merchant, payment, trx: payment._id, confirm, status };
}

/** One call of the merchants' API. */
export async function call(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await supertest(app).post(path).set(headers).send(body);
  return { status: answer.status, headers: answer.headers, body: answer.body as AnswerBody };
}

/** Removes what the tests have made, once every result has been published. */
export async function removeSaved(): Promise<void> {
  await untilPublished(made);
  await payments.deleteMany({ _id: { $in: made } });
  await deliveries.deleteMany({ trx: { $in: made } });
}
