import { DISPUTE_STAGES, type DisputeStage, type GatewayDispute } from '../connectors/disputes.js';
import { disputesOf } from '../gateways/connectors.js';
import type { Dispute } from '../payments/dispute.js';
import { kindOf } from '../payments/kind-of.js';
import type { PaymentRecord } from '../payments/payment.model.js';

// Of gateways that cannot be asked for disputes. What they say may come late, twice, or in any order.

/** Of one that was stored before stages were, that nothing of its first round says anything new. */
const stageNo = (stage: DisputeStage = 'chargeback'): number => DISPUTE_STAGES.indexOf(stage);

/** The further one of the stages at which a dispute was and is said to be; undefined when neither is known. */
export const furtherStage = (was: DisputeStage | undefined, is: DisputeStage | undefined): DisputeStage | undefined =>
  is !== undefined && (was === undefined || stageNo(is) > stageNo(was)) ? is : was;

/** Whether it says that the money of a lost one is gone now: who lets the time for an answer go by may lose it before that. */
const isMoneyOfLost = (ours: Dispute, { stage, state, amount, currency }: GatewayDispute): boolean =>
  ours.state === 'lost' &&
  state === 'open' &&
  stage === 'chargeback' &&
  ours.amount === amount &&
  ours.currency === currency;

/**
 * Whether a word is an earlier one, or the same once more. Only what is lost is never old; an open one may be given more
 * time at any stage.
 */
export function isOldWord(ours: Dispute, theirs: GatewayDispute): boolean {
  const { stage, state, respondBy } = theirs;
  if (stage === undefined || state === 'lost') return false;
  if (isMoneyOfLost(ours, theirs)) return true;
  if (state === 'won') return stageNo(stage) < stageNo(ours.stage);
  const isLater = ours.state === 'open' && Number(respondBy ?? 0) > Number(ours.respondBy ?? 0);
  return stageNo(stage) <= stageNo(ours.stage) && !isLater;
}

/** The dispute that is meant where the payment is named instead: the one that is open, else the last. */
function meantBy({ attempts, disputes = [] }: PaymentRecord, id: string): string | undefined {
  if (disputes.some((each) => each.id === id) || !attempts.some(({ reference }) => reference === id)) return undefined;
  return (disputes.findLast(({ state }) => state === 'open') ?? disputes.at(-1))?.id;
}

/** What a gateway has told of a payment's dispute, as it counts for this payment. */
export function asTold(payment: PaymentRecord, dispute: GatewayDispute): GatewayDispute {
  const { debitsAreLost = false } = disputesOf(payment.account)?.capabilities ?? {};
  const isLost = debitsAreLost && kindOf(payment) === 'debit' && dispute.state === 'open';
  return { ...dispute, id: meantBy(payment, dispute.id) ?? dispute.id, ...(isLost && { state: 'lost' }) };
}
