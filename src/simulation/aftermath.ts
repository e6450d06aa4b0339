import { orUnavailable } from '../connectors/no-response.js';
import { askNow } from '../disputes/dispute-inquiry.js';
import { nothingToSimulate } from '../errors.js';
import { disputesOf } from '../gateways/connectors.js';
import { aboutAttempt } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';

/** What may happen after a payment has succeeded, by any method. */
export const AFTERMATH = ['dispute_won', 'dispute_lost'] as const;
export type AftermathAction = (typeof AFTERMATH)[number];

export const isAftermath = (action: string): action is AftermathAction => AFTERMATH.some((each) => each === action);

const OUTCOMES = { dispute_won: 'won', dispute_lost: 'lost' } as const;

const noDispute = () => nothingToSimulate('The payment has no open dispute');

/**
 * The bank decides the oldest open dispute of a payment.
 * @throws {ApiError} nothing_to_simulate when none is open; gateway_unavailable
 */
export async function playAftermath(payment: PaymentRecord, action: AftermathAction): Promise<PaymentRecord> {
  const simulate = disputesOf(payment.account)?.simulate;
  if (!simulate || payment.attempts.length === 0) throw noDispute();
  const latest = await askNow(payment); // its callback may be on its way
  const open = latest.disputes?.find(({ state }) => state === 'open');
  if (!open || !(await orUnavailable(simulate(aboutAttempt(latest), open.id, OUTCOMES[action])))) throw noDispute();
  return askNow(latest);
}
