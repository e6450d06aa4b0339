import { askAside } from '../connectors/no-response.js';
import type { RefundResult } from '../connectors/refunds.js';
import { isDue } from '../jobs/obligation.js';
import { connectorOf } from '../payments/connector-of.js';
import { payments } from '../payments/payment.model.js';
import { toldOfRefund } from '../payments/told-refunds.js';
import { logger } from '../telemetry/logger.js';
import { aboutCall, aboutRefund } from './about-refund.js';
import { moveRefund, noteNews, postponeRefund } from './move-refund.js';
import { readRefund, type RefundOf } from './refund-job.js';

/** A late call may have been taken on after all, when its refund had failed and its amount was free again. */
async function lookForLateRefund(of: RefundOf): Promise<void> {
  const result = await askAboutRefund(of);
  if (result.outcome === 'refunded')
    logger.error('refund.made_late', { ...aboutRefund(of.payment, of.refund), moved: result.amount });
}

/**
 * After news from a gateway: has the job of a refund ask now, or after the first call for it, which may be under way. A
 * call or a look that is stored first may have missed the news, so the refund is expedited once more, unless whoever was
 * first has done that.
 */
export async function expediteRefund(of: RefundOf): Promise<void> {
  const { status, key } = of.refund;
  if (status === 'failed') return askAside(lookForLateRefund(of), aboutRefund(of.payment, of.refund));
  const isFirstCall = status === 'requested';
  if (await (isFirstCall ? noteNews(of) : postponeRefund(of, new Date(), { inquiryCount: 0 }))) return;
  const latest = await readRefund(key);
  if (latest && !isDue(latest.refund)) await expediteRefund(latest);
}

/** What was told of a refund until now: news is stored beside whatever its job has brought. */
async function readTold({ payment, refund }: RefundOf): Promise<RefundResult | undefined> {
  const latest = await payments.findOne({ _id: payment._id }, { projection: { toldRefunds: 1 } });
  return toldOfRefund(latest?.toldRefunds, refund);
}

/** What has become of a refund: told where its gateway cannot be asked, else asked for. @throws {ConnectorError} */
export async function askAboutRefund(of: RefundOf): Promise<RefundResult> {
  const connector = connectorOf(of.payment, 'refunds');
  const told = connector.capabilities.asks === 'told' ? await readTold(of) : undefined;
  return told ?? connector.fetchRefund(aboutCall(of.payment, of.refund));
}

/**
 * Asks whether a refund that has succeeded still stands. It is never asked for again, whatever the gateway says.
 * @returns the refund and its payment when the gateway has taken it back; null when not, or somebody else has moved it
 * @throws {ConnectorError} when the gateway gave no answer
 */
export async function recheckRefund(of: RefundOf, actor: string): Promise<RefundOf | null> {
  const result = await askAboutRefund(of);
  if (result.outcome === 'refused') {
    const { gatewayCode } = result;
    const moved = await moveRefund(of, 'taken_back', { failure: 'taken_back', gatewayCode }, actor);
    if (moved) return moved;
    const latest = await readRefund(of.refund.key); // another look may only have put off the next
    return latest?.refund.status === 'succeeded' ? recheckRefund(latest, actor) : null;
  }
  await postponeRefund(of, null);
  return null;
}
