import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors.js';
import { toMajorAsNamed } from '../../money/amounts.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { REFUND_REASONS } from '../../payments/refund.js';
import { leftOf, moneyOf, refundableOf } from '../../payments/refunded.js';
import { publicRefundStatus } from '../../payments/refund-states.js';
import { amountToRefund, requireRefundable } from '../../refunds/require-refundable.js';
import type { RefundOf } from '../../refunds/refund-job.js';
import { refundsMade } from '../../refunds/add-refund.js';
import { validateForOperator } from '../../validation/validate.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import { money } from '../pages/format.js';
import { numeric, one, some, versionIn, type FormFields } from '../pages/form-fields.js';
import type { ConsoleForm } from '../pages/page-routes.js';
import { presentInFull } from './present-refund.js';
import { operatorRefundSchema, refundAsOperator } from './refund-as-operator.js';

const whyNothing = (payment: PaymentRecord): string =>
  leftOf(payment) > 0 ? 'A dispute covers what is left.' : 'All that came has gone back, or is on its way.';

/** What the form on a payment's page needs: what is left, or why nothing can go back; null when nothing ever came. */
export function refundForm(payment: PaymentRecord) {
  const came = moneyOf(payment);
  if (!came) return null;
  const { currency } = came;
  const left = toMajorAsNamed(refundableOf(payment), currency);
  try {
    requireRefundable(payment, true);
    return {
      left,
      currency,
      reasons: REFUND_REASONS,
      why: left > 0 ? null : whyNothing(payment),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { left, currency, reasons: REFUND_REASONS, why: `${error.message}.` };
  }
}

const wishOf = (body: FormFields) => ({
  amount: numeric(one(body, 'amount')),
  reason: some(body, 'reason'),
  note: some(body, 'note'),
});

/** What will happen, in words, for a second look. @throws {ApiError} when nothing would */
async function secondLook(trx: string, body: FormFields) {
  const wish = validateForOperator(operatorRefundSchema, wishOf(body));
  const payment = await paymentByTrx(trx);
  const refundable = requireRefundable(payment, true);
  const amount = amountToRefund(payment, wish.amount, refundable);
  const { currency } = refundable.came;
  return {
    title: `Send ${money(toMajorAsNamed(amount, currency), currency)} back?`,
    payment,
    amount: toMajorAsNamed(amount, currency),
    left: toMajorAsNamed(refundableOf(payment) - amount, currency),
    currency,
    charge: toMajorAsNamed(payment.amounts.charge, payment.amounts.currency),
    reason: wish.reason ?? 'requested_by_customer',
    noteOfRefund: wish.note ?? '', // `note` is what the frame of every page says
    // Of the refunds: they only ever become more.
    version: refundsMade(payment),
    // Drawn with the page, so that a form that is sent twice is one refund.
    refundIdentifier: `console-${randomUUID()}`,
  };
}

const SAYS = {
  success: (what: string) => `${what} went back. The merchant is told.`,
  pending: (what: string) => `${what} is on its way back: the gateway is asked until it is known.`,
  failed: (what: string, why: string | null) =>
    `${what} did not go back. ${why ?? 'The gateway refused'}. The merchant is told.`,
};

/** The refund that a form asks for; when it was pressed twice, the one that it has made already. */
async function refundOnce(operator: OperatorRecord, trx: string, body: FormFields): Promise<RefundOf> {
  const identifier = some(body, 'refund_identifier');
  try {
    const wish = { ...wishOf(body), refund_identifier: identifier };
    return await refundAsOperator(operator, trx, wish, versionIn(body));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'duplicate_identifier') throw error;
    const payment = await paymentByTrx(trx);
    const refund = payment.refunds?.find((made) => made.identifier === identifier);
    if (!refund) throw error; // of another payment
    return { payment, refund };
  }
}

/** Shows what will happen; sent from there, lets it happen. */
export const refundSubmission: ConsoleForm = {
  path: '/payments/:trx/refund',
  role: 'reviewer',
  async submit({ operator, id, body }) {
    if (one(body, 'step') !== 'send') return { once: 'refund-look', data: await secondLook(id, body) };
    const { payment, refund } = await refundOnce(operator, id, body);
    const { amount, currency, failure } = presentInFull(payment, refund);
    return {
      done: SAYS[publicRefundStatus(refund.status)](money(amount, currency), failure),
      to: `/payments/${payment._id}`,
    };
  },
};
