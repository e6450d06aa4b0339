import { config } from '../../../config/index.js';
import { KeyTaken, type LocalConnector } from '../../connectors/connector.js';
import { localConnector } from '../../connectors/index.js';
import { orUnavailable } from '../../connectors/silence.js';
import { duplicateIdentifier } from '../../errors.js';
import type { MerchantRecord } from '../../merchants/merchant.model.js';
import { inSeconds } from '../../obligation.js';
import { createPayment, findEarlier } from '../../payments/create-payment.js';
import { draftPayment, type Order } from '../../payments/draft-payment.js';
import type { LocalWait, PaymentRecord } from '../../payments/payment.model.js';
import type { Account } from '../../routing/accounts.js';
import type { Trace } from '../../trace.js';

interface LocalOrder {
  merchant: MerchantRecord;
  method: 'upi' | 'wallet';
  route: Account;
  order: Order;
  expiry: number; // seconds
  idempotencyKey?: string | undefined;
  trace: Trace;
}

/** What the gateway is told of every local order. */
export type LocalTerms = ReturnType<typeof termsOf>;

/** Asks the gateway for what the customer needs to pay, for the payment's current attempt. */
export type OpenOrder = (
  connector: LocalConnector,
  terms: LocalTerms,
  payment: PaymentRecord,
) => Promise<Partial<LocalWait>>;

/** The terms of a payment's order. @param expiresAt when we shall stop waiting for it */
export function termsOf(draft: PaymentRecord, connector: LocalConnector, expiresAt: Date) {
  return {
    reference: draft._id,
    amount: draft.amounts.gross,
    currency: draft.amounts.currency,
    mobile: draft.customer.mobile,
    expiresAt,
    callbackUrl: `${config.publicUrl}/callbacks/${connector.name}`,
  };
}

/** The gateway already has the key for an order of the same identifier whose payment is not stored, or not yet. */
function orDuplicate(error: unknown): never {
  throw error instanceof KeyTaken ? duplicateIdentifier() : error;
}

/**
 * Opens an order at the gateway and stores the payment that waits for it.
 * @param open asks the gateway for what the customer needs to pay
 * @throws {ApiError} duplicate_identifier; gateway_unavailable, and then nothing was written
 */
export async function beginLocal(about: LocalOrder, open: OpenOrder): Promise<PaymentRecord> {
  const { merchant, method, route, order, expiry, idempotencyKey, trace } = about;
  const status = method === 'upi' ? 'awaiting_payment' : 'awaiting_wallet';
  const draft = await draftPayment(order, { merchant, method, route, status, idempotencyKey, trace });
  const earlier = await findEarlier(draft);
  if (earlier) return earlier;

  const connector = localConnector(route.connector);
  const expiresAt = inSeconds(expiry);
  const opened = await orUnavailable(open(connector, termsOf(draft, connector, expiresAt), draft).catch(orDuplicate));
  draft.local = { expiresAt, looks: 0, lateMoney: merchant.lateMoneyPolicy, ...opened };
  if (draft.next) draft.next.at = inSeconds(Math.min(connector.pace.firstAfter, expiry));
  return (await createPayment(draft)).payment;
}
