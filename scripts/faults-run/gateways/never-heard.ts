import type { Db } from 'mongodb';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import type { Moved } from '../../../test/gateways/played.js';
import { idOf } from './accounts.js';

/**
 * The payments that nobody but a person can end: their call never reached a gateway that only tells, and so it has nothing
 * to tell.
 * @param elsewhere what has moved at each gateway that is played
 */
export async function neverHeard(database: Db, elsewhere: Record<string, Moved>): Promise<string[]> {
  const trxs: string[] = [];
  for (const [name, { heardOf }] of Object.entries(elsewhere)) {
    if (!heardOf) continue;
    const waiting = database.collection<PaymentRecord>('payments').find({ account: idOf(name), status: 'unresolved' });
    for await (const { _id, attempts } of waiting) if (!heardOf.includes(attempts.at(-1)?.key ?? '')) trxs.push(_id);
  }
  return trxs;
}
