import type { GatewayDispute } from '../connectors/disputes.js';
import { eventIdOf } from '../ipn/event-id.js';
import { aboutPayment } from '../payments/about-payment.js';
import type { Dispute } from '../payments/dispute.js';
import { publishResult } from '../payments/outbox.js';
import { readPayment, updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import type { ResultType } from '../payments/payment-parts.js';
import { usdOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';
import { disputesMoved } from '../telemetry/metrics.js';
import { presentDisputed } from './present-dispute.js';

/** What a gateway may say of a dispute after what it has said. One that was won may be lost in a second round. */
const NEXT: Record<Dispute['state'], Dispute['state'][]> = { open: ['won', 'lost'], won: ['lost'], lost: [] };

/** One thing that happened to a dispute: the payment's disputes after it, and which event tells of it. */
interface Move {
  type: Extract<ResultType, `dispute.${string}`>;
  dispute: Dispute;
  disputes: Dispute[];
}

/** One that we have not heard of is opened first, so that the merchant hears of both. */
function opened(payment: PaymentRecord, { trx: _, ...theirs }: GatewayDispute): Move {
  const dispute: Dispute = { ...theirs, state: 'open' };
  return { type: 'dispute.opened', dispute, disputes: [...(payment.disputes ?? []), dispute] };
}

function closed(payment: PaymentRecord, ours: Dispute, { state }: GatewayDispute): Move {
  const at = new Date();
  const lost = state === 'lost' ? { lostAt: at, amountUsd: usdOf(payment, ours) } : {};
  const dispute: Dispute = { ...ours, state, closedAt: at, ...lost };
  const disputes = (payment.disputes ?? []).map((each) => (each.id === dispute.id ? dispute : each));
  return { type: 'dispute.closed', dispute, disputes };
}

/** The first thing that the gateway says and we do not know yet. */
function nextMove(payment: PaymentRecord, said: GatewayDispute[]): Move | undefined {
  for (const theirs of said) {
    const ours = payment.disputes?.find(({ id }) => id === theirs.id);
    if (!ours) return opened(payment, theirs);
    if (ours.state === theirs.state) continue;
    if (NEXT[ours.state].includes(theirs.state)) return closed(payment, ours, theirs);
    logger.error('dispute.contradicted', { ...aboutPayment(payment), dispute: ours.id, ours: ours.state, theirs });
  }
  return undefined;
}

/** @returns the payment after it; null when somebody else changed it first */
async function record(payment: PaymentRecord, { type, dispute, disputes }: Move): Promise<PaymentRecord | null> {
  const at = new Date();
  const after: PaymentRecord = { ...payment, disputes, updatedAt: at, version: payment.version + 1 };
  const result = {
    eventId: eventIdOf(payment._id, payment.results.length + 1),
    type,
    at,
    data: JSON.stringify(presentDisputed(after, dispute)),
  };
  const isMade = await updatePayment({
    _id: payment._id,
    version: payment.version,
    change: { set: { disputes, updatedAt: at, unpublished: true }, append: { results: result } },
    // Whoever else has told of the same has done just as well.
    updateId: { results: { $elemMatch: { eventId: result.eventId, type, at } } },
  });
  if (!isMade) return null;
  after.results = [...payment.results, result];
  const { id, amount, currency, state } = dispute;
  logger.info(type, { ...aboutPayment(after), dispute: id, amount, currency, state });
  disputesMoved.inc({ state });
  void publishResult(after, result);
  return { ...after, unpublished: true }; // what comes next must not be told before it
}

/**
 * The only place that changes disputes: brings a payment's up to what its gateway says. Each step is one conditional
 * update with the event for the merchant; when anything else has changed the payment meanwhile, it is read and done again.
 * @returns the payment after it, and how many steps there were
 */
export async function recordDisputes(
  payment: PaymentRecord,
  said: GatewayDispute[],
): Promise<{ payment: PaymentRecord; moves: number }> {
  let latest = payment;
  let moves = 0;
  for (let move = nextMove(latest, said); move; move = nextMove(latest, said)) {
    const after = await record(latest, move);
    if (after) moves++;
    latest = after ?? (await readPayment(payment._id)) ?? latest;
  }
  return { payment: latest, moves };
}
