import { orUnavailable } from '../connectors/no-response.js';
import { askNow } from '../disputes/dispute-inquiry.js';
import { nothingToSimulate } from '../errors.js';
import { disputesOf, refundsOf } from '../gateways/connectors.js';
import { aboutAttempt } from '../payments/attempts.js';
import { readPayment, type PaymentRecord } from '../payments/payment.model.js';
import { aboutCall } from '../refunds/about-refund.js';
import { recheckRefund } from '../refunds/recheck-refund.js';

/** What may happen after a payment has succeeded, by any method. */
export const AFTERMATH = ['dispute_won', 'dispute_lost', 'refund_taken_back'] as const;
export type AftermathAction = (typeof AFTERMATH)[number];

export const isAftermath = (action: string): action is AftermathAction => AFTERMATH.some((each) => each === action);

const noDispute = () => nothingToSimulate('The payment has no open dispute');

/** The bank decides the oldest open dispute of a payment. */
async function closeDispute(payment: PaymentRecord, outcome: 'won' | 'lost'): Promise<PaymentRecord> {
  const connector = disputesOf(payment.account);
  if (!connector?.simulate || payment.attempts.length === 0) throw noDispute();
  const latest = await askNow(payment); // its callback may be on its way
  const open = latest.disputes?.find(({ state }) => state === 'open');
  if (!open || !(await orUnavailable(connector.simulate(aboutAttempt(latest), open.id, outcome)))) throw noDispute();
  return askNow(latest);
}

const noRefund = () => nothingToSimulate('The payment has no refund that has succeeded');

/** The customer's bank sends the latest refund back that has succeeded. */
async function returnRefund(payment: PaymentRecord): Promise<PaymentRecord> {
  const connector = refundsOf(payment.account);
  const refund = payment.refunds?.findLast(({ status }) => status === 'succeeded');
  if (!connector?.simulateReturn || !refund) throw noRefund();
  const isReturned = await orUnavailable(connector.simulateReturn(aboutCall(payment, refund)));
  const moved = await orUnavailable(recheckRefund({ payment, refund }, 'simulation'));
  if (!isReturned && !moved) throw noRefund();
  return moved?.payment ?? (await readPayment(payment._id)) ?? payment; // its callback may have been faster
}

const PLAY: Record<AftermathAction, (payment: PaymentRecord) => Promise<PaymentRecord>> = {
  dispute_won: (payment) => closeDispute(payment, 'won'),
  dispute_lost: (payment) => closeDispute(payment, 'lost'),
  refund_taken_back: returnRefund,
};

/**
 * Plays what happens to a payment after it has succeeded.
 * @throws {ApiError} nothing_to_simulate when nothing of it is in a state in which it could; gateway_unavailable
 */
export const playAftermath = (payment: PaymentRecord, action: AftermathAction): Promise<PaymentRecord> =>
  PLAY[action](payment);
