import { config } from '../../config/index.js';
import { awaitCompletion } from '../payments/completions.js';
import { redis } from '../redis/client.js';
import { presentRefund, type PresentedRefund } from './present-refund.js';
import { enqueueRefund, hasRefundMoved, readRefund, type RefundOf } from './refund-job.js';

/**
 * Has the job of a reserved refund done and waits for the gateway's answer, CARD_ANSWER_WAIT seconds at most: what is not
 * known then is pending. The job's end is only a hint: what is trusted is what MongoDB holds, carried in the job's return
 * value or read back.
 */
export async function executeRefund(reserved: RefundOf): Promise<PresentedRefund> {
  const { key, version, status } = reserved.refund;
  if (status !== 'requested') return presentRefund(reserved.payment, reserved.refund);
  const completion = awaitCompletion('refund-execution', { id: key, version }, hasRefundMoved);
  try {
    await enqueueRefund(reserved);
    // While Redis is away nobody begins before the sweeper: that is not worth waiting for.
    const answer = await completion.within(redis.status === 'ready' ? config.card.answerWait : 0);
    if (answer) return answer as PresentedRefund; // what our own worker returned
    const latest = (await readRefund(key)) ?? reserved;
    return presentRefund(latest.payment, latest.refund);
  } finally {
    completion.unsubscribe();
  }
}
