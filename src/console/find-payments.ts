import type { Filter } from 'mongodb';
import { merchants } from '../merchants/merchant.model.js';
import { trxOf } from '../merchants/trx.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { publicStatus, STATUSES, type PublicStatus } from '../payments/states.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from './newest-first.js';

export interface PaymentQuery {
  trx?: string;
  identifier?: string;
  status?: PublicStatus;
  merchant?: string;
  cursor?: Place;
}

/**
 * Under which ids an identifier may lie: every trx is computed from its merchant's key and its identifier, so no index
 * on identifiers is needed, and nothing has to be read but the merchants.
 */
async function idsOf(identifier: string, merchant: string | undefined): Promise<string[]> {
  const found = await merchants.find(merchant === undefined ? {} : { _id: merchant }).toArray();
  return found.map((each) => trxOf(each, identifier));
}

/**
 * The one filter that an index serves together with the time, as payment.model.ts has them: a merchant's payments, or
 * those of some statuses. All statuses are named when none is asked for: the index begins with them.
 */
function byIndex({ merchant, status }: PaymentQuery): Filter<PaymentRecord> {
  const statuses = STATUSES.filter((each) => status === undefined || publicStatus(each) === status);
  return {
    ...(merchant !== undefined && { merchantId: merchant }),
    ...((merchant === undefined || status !== undefined) && { status: { $in: statuses } }),
  };
}

/** One page of the payments that all of a query's words fit, newest first, and where the next one begins. */
export async function findPayments(query: PaymentQuery) {
  const { trx, identifier, merchant, cursor } = query;
  const filter = byIndex(query);
  if (trx === undefined && identifier === undefined)
    return newestFirst(
      (stretch, limit) =>
        payments
          .find({ $and: [filter, stretch] })
          .sort(NEWEST)
          .limit(limit)
          .toArray(),
      cursor,
    );
  const ids = identifier === undefined ? undefined : await idsOf(identifier, merchant);
  const _id = { $in: (ids ?? [trx ?? '']).filter((id) => trx === undefined || id === trx) };
  return newestOfFew(
    (stretch, limit) =>
      payments
        .find({ $and: [{ _id }, filter, stretch] })
        .sort(NEWEST)
        .limit(limit)
        .toArray(),
    cursor,
  );
}
