import { READ_LIMIT } from '../../database/read-limit.js';
import { config } from '../../../config/index.js';
import { deliveries, ofPayment } from '../../ipn/delivery.model.js';
import { merchantNames } from '../../merchants/merchant-names.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { jobsOfPayment } from './jobs-of-payment.js';
import { timelineOf } from './timeline.js';
import { showPayment } from './payments.calls.js';
import { money } from '../pages/format.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';

/** The jobs that can still be seen in the queues; null when the queues cannot be asked. */
async function jobsOf(trx: string) {
  const [payment, sent] = await Promise.all([
    paymentByTrx(trx),
    deliveries.find(ofPayment(trx), { ...READ_LIMIT, projection: { version: 1 } }).toArray(),
  ]);
  return jobsOfPayment(payment, sent);
}

export const paymentPage: ConsolePage = {
  path: '/payments/:trx',
  role: 'viewer',
  view: 'payment',
  async show(request) {
    const payment = await showPayment(request);
    const [jobs, names] = await Promise.all([jobsOf(payment.trx), merchantNames([payment.merchant_id])]);
    const [proof] = payment.proofs;
    return {
      title: `Payment ${money(payment.requested_amount, payment.requested_currency)}, ${payment.payment_status}`,
      payment,
      merchantName: names.get(payment.merchant_id) ?? payment.merchant_id,
      timeline: timelineOf(payment, jobs ?? []),
      queuesAway: jobs === null,
      eventsKept: config.ipn.eventRetention * 1000,
      waitsForPerson: proof?.proof_status === 'pending' || (payment.review !== null && !payment.review.decided_at),
    };
  },
};
