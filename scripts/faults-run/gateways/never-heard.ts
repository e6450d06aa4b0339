import type { Db } from 'mongodb';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import type { Moved } from '../../../test/gateways/played.js';
import { idOf } from './accounts.js';

/** The keys of a payment that wait for an answer: of itself, and of its refunds. */
function openKeys({ status, attempts, refunds = [] }: PaymentRecord): string[] {
  const current = status === 'unresolved' ? attempts.slice(-1) : [];
  return [...current, ...refunds.filter((refund) => refund.status === 'unresolved')].map(({ key }) => key);
}

/**
 * What nobody but a person can end: calls that never reached a gateway which only tells, and so has nothing to tell.
 * @param elsewhere what has moved at each gateway that is played
 * @returns the keys of such refunds, and the trxs of payments that wait for nothing else
 */
export async function neverHeard(database: Db, elsewhere: Record<string, Moved>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { heardOf }] of Object.entries(elsewhere)) {
    if (!heardOf) continue;
    const account = idOf(name);
    const isOpen = [{ status: 'unresolved' as const }, { 'refunds.status': 'unresolved' as const }];
    for await (const payment of database.collection<PaymentRecord>('payments').find({ account, $or: isOpen })) {
      const open = openKeys(payment);
      const unheard = open.filter((key) => !heardOf.includes(key));
      found.push(...unheard, ...(unheard.length === open.length ? [payment._id] : []));
    }
  }
  return found;
}
