import { deliveries } from '../../src/ipn/delivery.model.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { untilPublished } from '../support/published.js';
import { aPayment } from './a-payment.js';

/** The payments that a spec has stored, to be taken away again with all that came of them. */
export class KeptPayments {
  readonly #ids: string[] = [];

  async save(overrides: Partial<PaymentRecord> = {}): Promise<PaymentRecord> {
    const payment = aPayment(overrides);
    this.#ids.push(payment._id);
    await payments.insertOne(payment);
    return payment;
  }

  async remove(): Promise<void> {
    const ids = this.#ids.splice(0);
    await untilPublished(ids);
    await payments.deleteMany({ _id: { $in: ids } });
    await deliveries.deleteMany({ trx: { $in: ids } });
  }
}

/** The payment as it is stored now. */
export async function stored({ _id }: PaymentRecord): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id });
  if (!payment) throw new Error(`There is no payment ${_id}`);
  return payment;
}
