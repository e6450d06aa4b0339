import { connectorOf } from '../payments/connector-of.js';
import { aboutCall } from './about-refund.js';
import { moveRefund, postponeRefund } from './move-refund.js';
import type { RefundOf } from './refund-job.js';

/** After news from a gateway: has the job of a refund ask now. The first call for it may be under way: that is its news. */
export async function expediteRefund(of: RefundOf): Promise<void> {
  const { status } = of.refund;
  if (status !== 'requested' && status !== 'failed') await postponeRefund(of, new Date(), { inquiryCount: 0 });
}

/**
 * Asks whether a refund that has succeeded still stands. It is never asked for again, whatever the gateway says.
 * @returns the refund and its payment when the gateway has taken it back; null when not, or somebody else has moved it
 * @throws {ConnectorError} when the gateway gave no answer
 */
export async function recheckRefund(of: RefundOf, actor: string): Promise<RefundOf | null> {
  const result = await connectorOf(of.payment, 'refunds').fetchRefund(aboutCall(of.payment, of.refund));
  if (result.outcome === 'refused') {
    const { gatewayCode } = result;
    return moveRefund(of, 'taken_back', { failure: 'taken_back', gatewayCode }, actor);
  }
  await postponeRefund(of, null);
  return null;
}
