import { config } from '../config/index.js';
import { NotDecided } from '../src/connectors/connector.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import type { RefundResult } from '../src/connectors/refunds.js';
import type { Processor } from '../src/jobs/worker.js';
import { publishCompletion } from '../src/payments/completions.js';
import { connectorOf } from '../src/payments/connector-of.js';
import type { RefundEvent } from '../src/payments/refund-states.js';
import { aboutCall, aboutRefund } from '../src/refunds/about-refund.js';
import { moveRefund, postponeRefund, type RefundChanges } from '../src/refunds/move-refund.js';
import { presentRefund } from '../src/refunds/present-refund.js';
import { askAboutRefund, recheckRefund } from '../src/refunds/recheck-refund.js';
import { comeToRefund, readRefund, type RefundOf } from '../src/refunds/refund-job.js';
import { logger } from '../src/telemetry/logger.js';
import { inSeconds, milliseconds, waitFrom } from '../src/time.js';
import { PATIENCE } from './patience.js';

type Decision = { event: RefundEvent | 'later'; changes: RefundChanges };

/**
 * Whether an earlier request may have been taken on, by a worker that died perhaps, which its gateway would still tell, or
 * show at one of the next looks. A refusal now may be of the repetition alone, and would free an amount that is on its way.
 */
function mayBeTaken({ payment, refund }: RefundOf, isFirst: boolean): boolean {
  if (isFirst) return false;
  const { asks } = connectorOf(payment, 'refunds').capabilities;
  const newsDueAt = refund.createdAt.getTime() + milliseconds(config.newsOverdue);
  return asks === 'told' ? newsDueAt > Date.now() : refund.inquiryCount < PATIENCE;
}

/**
 * Has the gateway give the money back. Whoever may have been asked before is asked what became of it first. A gateway
 * that has never heard of the key is asked for the refund with that same key, so that a call that comes late changes
 * nothing.
 */
async function ask({ payment, refund }: RefundOf, isFirst: boolean): Promise<RefundResult> {
  const known = isFirst ? null : await askAboutRefund({ payment, refund });
  if (known && known.outcome !== 'unknown') return known;
  if (refund.reference !== undefined) throw new NotDecided('Its gateway does not show a refund that it has taken on');
  const { reason, note } = refund;
  const wish = { reason, ...(note !== undefined && { note }) };
  const result = await connectorOf(payment, 'refunds').refund(wish, aboutCall(payment, refund));
  if (result.outcome === 'refused' && mayBeTaken({ payment, refund }, isFirst))
    throw new NotDecided('It refuses a refund of which an earlier request may have been taken on');
  return result;
}

type Moved = NonNullable<RefundChanges['moved']>;

const isSame = (a: Moved, b: Moved): boolean => a.amount === b.amount && a.currency === b.currency;

/** Logs it for a person, once, when the gateway gave back another amount or currency than it was asked for. */
function isMismatch({ payment, refund }: RefundOf, result: RefundResult & { outcome: 'refunded' }): boolean {
  if (isSame(result, refund)) return false;
  if (refund.moved && isSame(result, refund.moved)) return true;
  logger.error('refund.mismatched', {
    ...aboutRefund(payment, refund),
    asked: refund.amount,
    moved: result.amount,
  });
  return true;
}

const waiting = ({ refund }: RefundOf, event: RefundEvent, changes: RefundChanges): Decision =>
  refund.status === 'requested' || (refund.status === 'unresolved' && event === 'accepted')
    ? { event, changes }
    : { event: 'later', changes: changes.moved ? { moved: changes.moved } : {} };

function decide(of: RefundOf, result: RefundResult): Decision {
  switch (result.outcome) {
    case 'refunded': {
      const { reference, amount, currency } = result;
      return isMismatch(of, result)
        ? waiting(of, 'no_answer', { reference, moved: { amount, currency } })
        : { event: 'refunded', changes: { reference } };
    }
    case 'refused': {
      const { reason: failure, gatewayCode, reference } = result;
      return { event: 'refused', changes: { failure, gatewayCode, ...(reference !== undefined && { reference }) } };
    }
    case 'pending':
      return waiting(of, 'accepted', result.reference === undefined ? {} : { reference: result.reference });
    case 'unknown':
      return waiting(of, 'no_answer', {}); // a gateway that cannot be asked by the key yet
  }
}

async function decideOrWait(of: RefundOf, isFirst: boolean): Promise<Decision> {
  try {
    return decide(of, await ask(of, isFirst));
  } catch (error) {
    noteNoResponse(error, { ...aboutRefund(of.payment, of.refund), inquiry: of.refund.inquiryCount });
    return waiting(of, 'no_answer', {});
  }
}

/** One look at a refund that has succeeded, after news of it. */
async function stepAgain(of: RefundOf): Promise<void> {
  try {
    await recheckRefund(of, 'refund-execution');
  } catch (error) {
    const inquiryCount = of.refund.inquiryCount + 1;
    noteNoResponse(error, { ...aboutRefund(of.payment, of.refund), inquiry: inquiryCount });
    await postponeRefund(of, inSeconds(waitFrom(config.reconcileWaits, inquiryCount)), { inquiryCount });
  }
}

/** Somebody else has moved the refund first. Money that is back, or on its way, although it has failed for them is for a person. */
async function noteOvertaken({ payment, refund }: RefundOf, event: RefundEvent): Promise<void> {
  const about = aboutRefund(payment, refund);
  logger.info('job.overtaken', { job: 'refund-execution', ...about, event });
  const latest = event === 'refunded' || event === 'accepted' ? await readRefund(refund.key) : null;
  if (latest?.refund.status === 'failed') logger.error('refund.made_late', { ...about, moved: refund.amount });
}

/** One look at a refund. @returns what the merchant is told of it */
async function step(of: RefundOf, isFirst: boolean): Promise<unknown> {
  if (of.refund.status === 'succeeded') return stepAgain(of);
  const { event, changes } = await decideOrWait(of, isFirst);
  if (event === 'later') {
    const inquiryCount = of.refund.inquiryCount + 1;
    await postponeRefund(of, inSeconds(waitFrom(config.reconcileWaits, inquiryCount)), { ...changes, inquiryCount });
    return undefined;
  }
  const moved = await moveRefund(of, event, changes, 'refund-execution');
  if (moved) return presentRefund(moved.payment, moved.refund);
  return noteOvertaken(of, event);
}

/** Gives money back, or asks what became of it. */
export const refundExecution: Processor = async (payload) => {
  const begun = await comeToRefund(payload);
  const of = begun ?? (await readRefund(payload.id));
  const isOwed = of?.refund.version === payload.version && of.refund.next?.job === 'refund-execution';
  publishCompletion('refund-execution', payload, isOwed ? await step(of, begun?.isFirst === true) : undefined);
};
