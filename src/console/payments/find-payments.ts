import type { Filter } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { logger } from '../../telemetry/logger.js';
import { merchants } from '../../merchants/merchant.model.js';
import type { MethodName } from '../../vocabulary.js';
import { trxOf } from '../../merchants/trx.js';
import { toMinor } from '../../money/amounts.js';
import { currenciesByExponent } from '../../money/currencies.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { endOf, startOf } from '../../time.js';
import { publicStatus, STATUSES, type PaymentStatus, type PublicStatus } from '../../payments/states.js';
import { NEWEST, newestFirst, newestOfFew, type Bounds, type Place } from '../api/newest-first.js';

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
  /** The customer's, exactly as the merchant sent it. */
  email?: string;
  /** What a gateway calls one of its attempts. */
  reference?: string;
  /** The first and the last day on which they were created, in UTC. */
  from?: string;
  to?: string;
  cursor?: Place;
}

/**
 * Under which ids an identifier may lie: every trx is computed from its merchant's key and its identifier, so no index
 * on identifiers is needed, and nothing has to be read but the merchants. Those whose key does not open, as when one was
 * restored from another installation, are passed over and logged.
 */
async function idsOf(identifier: string, merchant: string | undefined): Promise<string[]> {
  const found = await merchants.find(merchant === undefined ? {} : { _id: merchant }, { mode: 1, trxKey: 1 }); // all that trxOf() needs of many
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

/** An amount of any currency that has so many decimals: 49.9 is 4990 cents or 49900 fils, and no yen. */
function byAmount(amount: number, currency: string | undefined): Filter<PaymentRecord> {
  const groups = currency === undefined ? [...currenciesByExponent().values()] : [[currency]];
  const fits = groups.flatMap((codes) => {
    const minor = toMinor(amount, codes[0] ?? '');
    return typeof minor === 'number' ? [{ 'requested.amount': minor, 'requested.currency': { $in: codes } }] : [];
  });
  return { $or: fits.length > 0 ? fits : [{ 'requested.amount': -1 }] };
}

/**
 * What an index serves together with the time, as payment.model.ts has them: a merchant's payments, those of cards that
 * end in four digits, of a customer, over an amount, or those of some statuses. All statuses are named when nothing else
 * is asked for: the index begins with them. So a payment in a status of a newer version is found by any other word.
 */
function byIndex(query: PaymentQuery): Filter<PaymentRecord> {
  const { merchant, status, state, last4, email, reference, amount, currency } = query;
  const statuses = STATUSES.filter(
    (each) => (status ?? publicStatus(each)) === publicStatus(each) && (state ?? each) === each,
  );
  const named = [query.trx, query.identifier, merchant, last4, email, reference, amount];
  const isNamed = named.some((name) => name !== undefined);
  return {
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(last4 !== undefined && { 'card.last4': { $exists: true, $eq: last4 } }), // ADR 12
    ...(email !== undefined && { 'customer.email': email }),
    ...(reference !== undefined && { 'attempts.reference': { $exists: true, $eq: reference } }), // ADR 12
    ...(amount !== undefined && byAmount(amount, currency)),
    ...((!isNamed || status !== undefined || state !== undefined) && { status: { $in: statuses } }),
  };
}

/** What no index serves, and is looked for in one stretch of time after the other. */
function byDetails({ method, amount, currency }: PaymentQuery): Filter<PaymentRecord> {
  return {
    ...(method !== undefined && { method }),
    ...(amount === undefined && currency !== undefined && { 'requested.currency': currency }),
  };
}

/** The time between the beginning of a query's first day and the end of its last one. */
const boundsOf = ({ from, to }: PaymentQuery): Bounds => ({
  from: from === undefined ? undefined : startOf(from),
  before: to === undefined ? undefined : endOf(to),
});

/** The same as a filter. */
const byAge = ({ from, before }: Bounds): Filter<PaymentRecord>[] => [
  ...(from ? [{ createdAt: { $gte: from } }] : []),
  ...(before ? [{ createdAt: { $lt: before } }] : []),
];

/** One page of the payments that all of a query's words fit, newest first, and where the next one begins. */
export async function findPayments(query: PaymentQuery) {
  const { trx, identifier, merchant, reference, cursor } = query;
  const ids = identifier === undefined ? [trx ?? ''] : await idsOf(identifier, merchant);
  const isById = trx !== undefined || identifier !== undefined;
  const byId = isById ? { _id: { $in: ids.filter((id) => trx === undefined || id === trx) } } : {};
  const bounds = boundsOf(query);
  const filter = { $and: [byId, byIndex(query), byDetails(query), ...byAge(bounds)] };
  const list = isById || reference !== undefined ? newestOfFew : newestFirst;
  return list<PaymentRecord>(
    (stretch, limit) =>
      payments
        .find({ $and: [filter, stretch] }, READ_LIMIT)
        .sort(NEWEST)
        .limit(limit)
        .toArray(),
    cursor,
    bounds,
  );
}
