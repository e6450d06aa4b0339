import type { PaymentRecord } from '../../payments/payment.model.js';
import { REFUND_STATES } from '../../payments/refund-states.js';
import { keyAtGateway, type Refund } from '../../payments/refund.js';
import { presentRefund } from '../../refunds/present-refund.js';
import { inUtc } from '../../time.js';

/** Where a refund stands, for people; null when it waits for nothing any more. */
function waitsFor({ status, next }: Refund): string | null {
  const about = REFUND_STATES[status].waitsFor;
  if (!about) return null;
  return `Waits for ${about}.${next ? ` Next look by ${next.job} at ${inUtc(next.at)}.` : ''}`;
}

/** A refund with all that there is to know about it. */
export const presentInFull = (payment: PaymentRecord, refund: Refund) => ({
  ...presentRefund(payment, refund),
  merchant_id: payment.merchantId,
  test: payment.mode === 'test',
  account: payment.account,
  state: refund.status,
  waits_for: waitsFor(refund),
  note: refund.note ?? null,
  idempotency_key: keyAtGateway(refund),
  reference: refund.reference ?? null,
  gateway_code: refund.gatewayCode ?? null,
  history: refund.history.map(({ at, event, from, to, actor }) => ({ at: at.toISOString(), event, from, to, actor })),
});
