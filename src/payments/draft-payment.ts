import { noFlowAvailable } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import type { MethodName } from '../vocabulary.js';
import { trxOf } from '../merchants/trx.js';
import type { FrozenRate } from '../money/exchange.js';
import { amountsFor, type Fee } from '../money/fees.js';
import { currentRate, NoRate } from '../money/rates.js';
import type { Taker } from '../gateways/find-route.js';
import type { Trace } from '../telemetry/trace.js';
import { newAttempt } from './attempts.js';
import type { PaymentRecord } from './payment.model.js';
import type { Customer } from './payment-parts.js';
import type { FirstStatus } from './states.js';
import { firstObligation } from './transition.js';

/** What every initiate call has in common, checked. */
export interface Order {
  /** Minor units of the requested currency; in the checked body of a request, major ones as they came. */
  amount: number;
  currency: string;
  customer: Customer;
  details: string;
  identifier: string;
  ipn_url: string;
  success_url: string;
  cancel_url: string;
  site_name: string;
  site_logo?: string;
}

interface Circumstances {
  merchant: MerchantRecord;
  /** Null: the customer of a hosted payment will choose. */
  method: MethodName | null;
  route: Taker;
  fee: Fee;
  status: FirstStatus;
  idempotencyKey?: string | undefined;
  /** Of the request that it begins with. */
  trace: Trace;
}

/** @throws {ApiError} no_flow_available: a currency that nobody has set a rate for cannot be taken yet */
async function rateFor(currency: string, { requestId }: Trace): Promise<FrozenRate> {
  try {
    return await currentRate(currency);
  } catch (error) {
    if (!(error instanceof NoRate)) throw error;
    logger.error('rate.missing', { currency, requestId });
    throw noFlowAvailable();
  }
}

/** A payment as it will be stored: identity, fee and rate frozen, and owed to the job of its first status. */
export async function draftPayment(order: Order, about: Circumstances): Promise<PaymentRecord> {
  const { merchant, method, route, fee, status, idempotencyKey, trace } = about;
  const { currency, amount: gross } = order;
  const trx = trxOf(merchant, order.identifier);
  const rate = await rateFor(currency, trace);
  const now = new Date();
  const attempts = [newAttempt(trx, 1, route.account._id)];
  return {
    _id: trx,
    merchantId: merchant._id,
    mode: merchant.mode,
    identifier: order.identifier,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    method,
    status,
    reason: null,
    lateConfirmation: false,
    requested: { amount: gross, currency },
    amounts: amountsFor({ currency, gross, charge: fee.charge }, rate),
    rate,
    ...(fee.rule && { fee: fee.rule }),
    account: route.account._id,
    ...(route.fallbacks.length > 0 && { fallbacks: route.fallbacks }),
    customer: order.customer,
    details: order.details,
    siteName: order.site_name,
    ...(order.site_logo !== undefined && { siteLogo: order.site_logo }),
    urls: { ipn: order.ipn_url, success: order.success_url, cancel: order.cancel_url },
    attempts,
    inquiryCount: 0,
    trace,
    history: [{ event: 'created', from: null, to: status, at: now, actor: 'merchant' }],
    results: [],
    version: 1,
    next: firstObligation(status, { method, attempts, account: route.account._id }),
    createdAt: now,
    updatedAt: now,
  };
}
