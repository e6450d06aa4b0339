import { READ_LIMIT } from '../../database/read-limit.js';
import { config } from '../../../config/index.js';
import { deliveries, ofPayment } from '../../ipn/delivery.model.js';
import { isDueSoon } from '../../disputes/due-soon.js';
import { merchantNames } from '../../merchants/merchant-names.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { jobsOfPayment } from './jobs-of-payment.js';
import { nameThere } from './name-there.js';
import { stillOwed } from './still-owed.js';
import { foldedJobs, timelineOf } from './timeline.js';
import { refundForm } from '../refunds/refund-form.js';
import { showPayment } from './payments.calls.js';
import { money } from '../pages/format.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import type { Refund } from '../../payments/refund.js';

/** The jobs that can still be seen in the queues; null when the queues cannot be asked. */
async function jobsOf(payment: PaymentRecord) {
  const projection = { version: 1 };
  const sent = await deliveries.find(ofPayment(payment._id), { ...READ_LIMIT, projection }).toArray();
  return jobsOfPayment(payment, sent);
}

/** How the gateway's own pages name a refund: one that was made there by its own id. */
const nameOfRefund = ({ account }: PaymentRecord, { gatewayKey, key }: Refund): string =>
  gatewayKey ?? nameThere(account, key);

export const paymentPage: ConsolePage = {
  path: '/payments/:trx',
  role: 'viewer',
  view: 'payment',
  async show(request) {
    const record = await paymentByTrx(request.id);
    const [payment, jobs, names] = await Promise.all([
      showPayment(request),
      jobsOf(record),
      merchantNames([record.merchantId]),
    ]);
    const [proof] = payment.proofs;
    return {
      title: `Payment ${money(payment.requested_amount, payment.requested_currency)}, ${payment.payment_status}`,
      payment,
      merchantName: names.get(payment.merchant_id) ?? payment.merchant_id,
      owed: stillOwed(record, payment.deliveries),
      refundForm: refundForm(record),
      refundNames: new Map(record.refunds?.map((each) => [each.id, nameOfRefund(record, each)])),
      isDueSoon,
      timeline: timelineOf(payment),
      jobs: jobs && foldedJobs(jobs),
      eventsKept: config.ipn.eventRetention * 1000,
      waitsForPerson: proof?.proof_status === 'pending' || (payment.review !== null && !payment.review.decided_at),
    };
  },
};
