import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import type { AsyncPaymentResult } from '../orders.js';
import { LIFE, type Standing } from './claims.js';
import { CHECKOUT, type Client } from './client.js';
import { isOurs, isUnknown, reasonOf } from './failure.js';
import { readPayment, toResult, type Payment } from './payment.js';

/** @throws {ConnectorError} when the answer to `create` never came: then nobody was shown a page */
export function referenceOf({ reference }: Pick<About, 'reference'>): string {
  if (reference === undefined) throw new ConnectorError('The paymentID never came');
  return reference;
}

export const isOlderThan = (seconds: number, { since }: About): boolean =>
  Date.now() - since.getTime() >= seconds * 1000;

/**
 * Asks for a payment.
 * @returns undefined when bKash knows none like it
 * @throws {ConnectorError}
 */
export async function findPayment(
  client: Client,
  about: Pick<About, 'key' | 'reference'>,
  limit: AbortSignal,
): Promise<Payment | undefined> {
  const paymentID = referenceOf(about);
  const { body, failure } = await client.call(`${CHECKOUT}/payment/status`, { paymentID }, limit);
  if (failure === undefined) return readPayment(body, about);
  if (isUnknown(failure)) return undefined;
  throw isOurs(failure)
    ? client.misconfigured(`a question was answered ${failure}`)
    : client.undecided(failure, 'a payment');
}

/**
 * What a payment has come to by bKash's own word. One that it does not know may have been asked for too early; when it was
 * forgotten, it can never be executed.
 * @throws {ConnectorError} when that is open
 */
export function resultOf(payment: Payment | undefined, about: About): AsyncPaymentResult {
  if (payment) return toResult(payment);
  if (isOlderThan(LIFE, about)) return { outcome: 'cancelled' };
  throw new ConnectorError('bKash does not know the payment');
}

/** Whether money can still move. */
export const isOpen = ({ outcome }: AsyncPaymentResult): boolean => outcome === 'waiting' || outcome === 'agreed';

/** What a payment has come to that we have closed, and that bKash could still execute. */
export function closedAs({ refusedAs }: Pick<Standing, 'refusedAs'>): AsyncPaymentResult {
  if (refusedAs === undefined) return { outcome: 'cancelled' };
  return { outcome: 'refused', reason: reasonOf(refusedAs) ?? 'do_not_honor', gatewayCode: refusedAs };
}
