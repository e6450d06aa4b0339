import { isDeepStrictEqual } from 'node:util';
import type { GatewayDispute } from '../connectors/disputes.js';
import { eventIdOf } from '../ipn/event-id.js';
import { aboutPayment } from '../payments/about-payment.js';
import type { Dispute } from '../payments/dispute.js';
import { publishResult } from '../payments/outbox.js';
import { readPayment, updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import type { ResultType } from '../payments/payment-parts.js';
import { logger } from '../telemetry/logger.js';
import { disputesMoved } from '../telemetry/metrics.js';
import { lossOf, rated, type Rated } from './loss.js';
import { presentDisputed } from './present-dispute.js';
import { furtherStage, isOldWord } from './told-dispute.js';

/** What a gateway may say of a dispute after what it has said. One that was won may have a second round. */
const NEXT: Record<Dispute['state'], Dispute['state'][]> = { open: ['won', 'lost'], won: ['open', 'lost'], lost: [] };

/** An inquiry moves no money: one that nobody has answered in time has taken none. */
const stateAfter = (ours: Dispute, { state, stage }: GatewayDispute): Dispute['state'] =>
  state === 'lost' && stage === undefined && ours.stage === 'inquiry' ? 'won' : state;

type DisputeEvent = Extract<ResultType, `dispute.${string}`>;

/** One thing that happened to a dispute: the payment's disputes after it, and which event tells of it, if one does. */
interface Move {
  type: DisputeEvent | null;
  dispute: Dispute;
  disputes: Dispute[];
}

/** What may change of a dispute while it lasts. A gateway that names no day any more has not lengthened the time. */
function termsOf(
  { amount, currency, reason, respondBy, stage: said }: Omit<GatewayDispute, 'trx'>,
  before?: Dispute,
): Pick<Dispute, 'amount' | 'currency' | 'reason' | 'respondBy' | 'stage'> {
  const stage = furtherStage(before?.stage, said);
  return { amount, currency, reason, respondBy: respondBy ?? before?.respondBy ?? null, ...(stage && { stage }) };
}

const replaced = ({ disputes = [] }: PaymentRecord, dispute: Dispute): Dispute[] =>
  disputes.map((each) => (each.id === dispute.id ? dispute : each));

/** One that we have not heard of is opened first, so that the merchant hears of both. */
function opened(payment: PaymentRecord, { trx: _, ...theirs }: GatewayDispute): Move {
  const dispute: Dispute = { ...theirs, state: 'open' };
  return { type: 'dispute.opened', dispute, disputes: [...(payment.disputes ?? []), dispute] };
}

/** One that is open, with what the gateway says of it now, is no news for the merchant; after it was won it is. */
function stillOpen(payment: PaymentRecord, ours: Dispute, theirs: GatewayDispute, type: DisputeEvent | null): Move {
  const { closedAt: _, ...rest } = ours;
  const dispute: Dispute = { ...rest, ...termsOf(theirs, ours), state: 'open' };
  return { type, dispute, disputes: replaced(payment, dispute) };
}

function closed(payment: PaymentRecord, ours: Dispute, theirs: Rated, state: Exclude<Dispute['state'], 'open'>): Move {
  const at = new Date();
  const lost = state === 'lost' ? { lostAt: at, ...lossOf(payment, theirs) } : {};
  // What may be won at any stage has had its money taken, whatever was heard of before: that is no news after it.
  const isTaken = theirs.state === 'won' && theirs.stage === undefined;
  const stage = isTaken && ours.stage ? furtherStage('chargeback', ours.stage) : undefined;
  const terms = { ...termsOf(theirs, ours), ...(stage && { stage }) };
  const dispute: Dispute = { ...ours, ...terms, state, closedAt: at, ...lost };
  return { type: 'dispute.closed', dispute, disputes: replaced(payment, dispute) };
}

/** One that is closed keeps its terms; but that it has gone further makes old what comes late of that stage. */
function sameState(payment: PaymentRecord, ours: Dispute, theirs: GatewayDispute): Move | undefined {
  if (ours.state === 'open') {
    const isSame = isDeepStrictEqual(termsOf(theirs, ours), termsOf(ours));
    return isSame ? undefined : stillOpen(payment, ours, theirs, null);
  }
  const stage = furtherStage(ours.stage, theirs.stage);
  if (ours.state === 'lost' || stage === undefined || stage === ours.stage) return undefined;
  const dispute: Dispute = { ...ours, stage };
  return { type: null, dispute, disputes: replaced(payment, dispute) };
}

/** What comes of a word: the move, nothing, or that it says what cannot be any more. */
function nextOf(payment: PaymentRecord, ours: Dispute, theirs: GatewayDispute): Move | undefined | 'contradiction' {
  if (isOldWord(ours, theirs)) return undefined;
  const state = stateAfter(ours, theirs);
  if (ours.state === state) return sameState(payment, ours, theirs);
  if (!NEXT[ours.state].includes(state)) return 'contradiction';
  return state === 'open' ? stillOpen(payment, ours, theirs, 'dispute.opened') : closed(payment, ours, theirs, state);
}

const known = ({ disputes }: PaymentRecord, { id }: GatewayDispute): Dispute | undefined =>
  disputes?.find((each) => each.id === id);

/** Logs for a person what of a gateway's words contradicts what is known. @returns whether any of them does */
function noteContradictions(payment: PaymentRecord, said: GatewayDispute[]): boolean {
  const contradicting = said.flatMap((theirs) => {
    const ours = known(payment, theirs);
    const isOne = ours && nextOf(payment, ours, theirs) === 'contradiction';
    return isOne ? [{ dispute: ours.id, ours: ours.state, theirs }] : [];
  });
  for (const each of contradicting) logger.error('dispute.contradicted', { ...aboutPayment(payment), ...each });
  return contradicting.length > 0;
}

/** The first thing that the gateway says and we do not know yet. */
function nextMove(payment: PaymentRecord, said: GatewayDispute[]): Move | undefined {
  for (const theirs of said) {
    const ours = known(payment, theirs);
    const move = ours ? nextOf(payment, ours, theirs) : opened(payment, theirs);
    if (move && move !== 'contradiction') return move;
  }
  return undefined;
}

/** What is not told of is only written down. @returns the payment after it; null when somebody else changed it first */
async function keep(payment: PaymentRecord, { dispute, disputes }: Move): Promise<PaymentRecord | null> {
  const updatedAt = new Date();
  const isMade = await updatePayment(payment, {
    change: { set: { disputes, updatedAt } },
    updateId: { disputes: { $elemMatch: { id: dispute.id, ...termsOf(dispute) } } },
  });
  if (!isMade) return null;
  const { id, amount, currency, respondBy } = dispute;
  logger.info('dispute.changed', { ...aboutPayment(payment), dispute: id, amount, currency, respondBy });
  return { ...payment, disputes, updatedAt, version: payment.version + 1 };
}

/** @returns the payment after it; null when somebody else changed it first */
async function tell(payment: PaymentRecord, move: Move, type: DisputeEvent): Promise<PaymentRecord | null> {
  const { dispute, disputes } = move;
  const at = new Date();
  const after: PaymentRecord = { ...payment, disputes, updatedAt: at, version: payment.version + 1 };
  const result = {
    eventId: eventIdOf(payment._id, payment.results.length + 1),
    type,
    at,
    data: JSON.stringify(presentDisputed(after, dispute)),
  };
  const isMade = await updatePayment(payment, {
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

/** What came of the words of a gateway. */
interface Recorded {
  payment: PaymentRecord;
  /** How many steps the merchant is told of. */
  moves: number;
  /** Whether one of the words contradicts what is known: a person hears of it. */
  isContradicted: boolean;
  /** Whether somebody else has recorded others meanwhile, which may be newer: the gateway is to be asked again. */
  isOvertaken: boolean;
}

/**
 * The only place that changes disputes: brings a payment's up to what its gateway says. Each step is one conditional
 * update with the event for the merchant; when anything else has changed the payment meanwhile, it is read and done again,
 * but for words that have no stage by which it is known which are newer.
 * @param payment as it was before the gateway was asked
 */
export async function recordDisputes(payment: PaymentRecord, said: GatewayDispute[]): Promise<Recorded> {
  const words = [...new Map(said.map((dispute) => [dispute.id, dispute])).values()]; // two of one would never agree
  const lastWords = await Promise.all(words.map((dispute) => rated(payment, dispute)));
  const areInOrder = words.every(({ stage }) => stage !== undefined);
  let latest = payment;
  let moves = 0;
  for (let move = nextMove(latest, lastWords); move; move = nextMove(latest, lastWords)) {
    const { type } = move;
    const after = await (type ? tell(latest, move, type) : keep(latest, move));
    if (after && type) moves++;
    const { disputes } = latest;
    latest = after ?? (await readPayment(payment._id)) ?? latest;
    if (!after && !areInOrder && !isDeepStrictEqual(latest.disputes, disputes))
      return { payment: latest, moves, isContradicted: false, isOvertaken: true };
  }
  return { payment: latest, moves, isContradicted: noteContradictions(latest, lastWords), isOvertaken: false };
}
