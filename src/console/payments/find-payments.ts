import type { Filter } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { logger } from '../../telemetry/logger.js';
import { merchants } from '../../merchants/merchant.model.js';
import type { MethodName } from '../../vocabulary.js';
import { trxOf } from '../../merchants/trx.js';
import { toMinor } from '../../money/amounts.js';
import { currenciesByExponent } from '../../money/currencies.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { publicStatus, STATUSES, type PaymentStatus, type PublicStatus } from '../../payments/states.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';

export interface PaymentQuery {
  trx?: string;
  identifier?: string;
  status?: PublicStatus;
  /** The status inside. */
  state?: PaymentStatus;
  merchant?: string;
  method?: MethodName;
  /** What was asked for, in major units: of this currency, or of whichever it is an amount of. */
  amount?: number;
  currency?: string;
  /** Of a card. */
  last4?: string;
  cursor?: Place;
}

/**
 * Under which ids an identifier may lie: every trx is computed from its merchant's key and its identifier, so no index
 * on identifiers is needed, and nothing has to be read but the merchants. Those whose key does not open, as when one was
 * restored from another installation, are passed over and logged.
 */
async function idsOf(identifier: string, merchant: string | undefined): Promise<string[]> {
  const found = await merchants.find(merchant === undefined ? {} : { _id: merchant });
  const unreadable: string[] = [];
  const ids = found.flatMap((each) => {
    try {
      return trxOf(each, identifier);
    } catch {
      unreadable.push(each._id);
      return [];
    }
  });
  if (unreadable.length > 0) logger.error('trx_key.unreadable', { merchants: unreadable });
  return ids;
}

/**
 * What an index serves together with the time, as payment.model.ts has them: a merchant's payments, those of cards that
 * end in four digits, or those of some statuses. All statuses are named when none is asked for: the index begins with
 * them. So a payment in a status of a newer version is found by its merchant, its card or its names alone.
 */
function byIndex({ trx, identifier, merchant, status, state, last4 }: PaymentQuery): Filter<PaymentRecord> {
  const statuses = STATUSES.filter(
    (each) => (status ?? publicStatus(each)) === publicStatus(each) && (state ?? each) === each,
  );
  const isNamed = [trx, identifier, merchant, last4].some((name) => name !== undefined);
  return {
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(last4 !== undefined && { 'card.last4': { $exists: true, $eq: last4 } }), // ADR 12
    ...((!isNamed || status !== undefined || state !== undefined) && { status: { $in: statuses } }),
  };
}

/** An amount of any currency that has so many decimals: 49.9 is 4990 cents or 49900 fils, and no yen. */
function byAmount(amount: number, currency: string | undefined): Filter<PaymentRecord> {
  const groups = currency === undefined ? [...currenciesByExponent().values()] : [[currency]];
  const fits = groups.flatMap((codes) => {
    const minor = toMinor(amount, codes[0] ?? '');
    return typeof minor === 'number' ? [{ 'requested.amount': minor, 'requested.currency': { $in: codes } }] : [];
  });
  return { $or: fits.length > 0 ? fits : [{ 'requested.amount': -1 }] };
}

/** What no index serves, and is looked for in one stretch of time after the other. */
function byDetails({ method, amount, currency }: PaymentQuery): Filter<PaymentRecord> {
  return {
    ...(method !== undefined && { method }),
    ...(amount !== undefined && byAmount(amount, currency)),
    ...(amount === undefined && currency !== undefined && { 'requested.currency': currency }),
  };
}

/** One page of the payments that all of a query's words fit, newest first, and where the next one begins. */
export async function findPayments(query: PaymentQuery) {
  const { trx, identifier, merchant, cursor } = query;
  const filter = { $and: [byIndex(query), byDetails(query)] };
  if (trx === undefined && identifier === undefined)
    return newestFirst(
      (stretch, limit) =>
        payments
          .find({ $and: [filter, stretch] }, READ_LIMIT)
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
        .find({ $and: [{ _id }, filter, stretch] }, READ_LIMIT)
        .sort(NEWEST)
        .limit(limit)
        .toArray(),
    cursor,
  );
}
