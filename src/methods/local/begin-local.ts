import { config } from '../../../config/index.js';
import type { ApiRequest } from '../../api/api-route.js';
import { KeyTaken } from '../../connectors/connector.js';
import type { OrderQueries } from '../../connectors/orders.js';
import { connectorAt } from '../../connectors/index.js';
import { noteNoResponse, orUnavailable } from '../../connectors/no-response.js';
import { ApiError, duplicateIdentifier } from '../../errors.js';
import { inSeconds } from '../../jobs/obligation.js';
import { aboutPayment } from '../../payments/about-payment.js';
import { gatewayCall } from '../../payments/attempts.js';
import { createPayment, findEarlier } from '../../payments/create-payment.js';
import { draftPayment, type Order } from '../../payments/draft-payment.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import type { AsyncPaymentWait } from '../../payments/async-payment-wait.js';
import type { Fee } from '../../money/fees.js';
import { accountNamed } from '../../gateways/find-route.js';
import type { Account } from '../../gateways/accounts.js';
import type { FirstStatus, PaymentEvent, PaymentStatus } from '../../payments/states.js';
import type { MethodName } from '../../vocabulary.js';

/** What every asynchronous method says of itself. */
export interface AsyncMethod {
  name: MethodName;
  /** As people write it, when that is not its name. */
  label?: string;
  /** In which its payments wait, and the event that leads there from the page. */
  status: PaymentStatus;
  chosen: PaymentEvent;
  /** Seconds after which nobody can pay any more. */
  expiry: number;
}

/** A checked order, who takes it and what that costs. */
type RoutedOrder = Pick<ApiRequest, 'merchant' | 'idempotencyKey' | 'trace'> & {
  route: Account;
  order: Order;
  fee: Fee;
};

/** What the gateway is told of every local order. */
export type LocalTerms = ReturnType<typeof termsOf>;

/** Asks the gateway for what the customer needs to pay, for the payment's current attempt. */
export type OpenOrder = (terms: LocalTerms, payment: PaymentRecord) => Promise<Partial<AsyncPaymentWait>>;

/** The terms of a payment's order. @param expiresAt when we shall stop waiting for it */
export function termsOf(draft: PaymentRecord, expiresAt: Date) {
  return {
    reference: draft._id,
    amount: draft.amounts.gross,
    currency: draft.amounts.currency,
    mobile: draft.customer.mobile,
    expiresAt,
    callbackUrl: `${config.publicUrl}/callbacks/${accountNamed(draft.account).connector}`,
  };
}

/** The gateway already has the key for an order of the same identifier whose payment is not stored, or not yet. */
function orDuplicate(error: unknown): never {
  throw error instanceof KeyTaken ? duplicateIdentifier() : error;
}

/**
 * Closes an order that was opened for an identifier which a payment of another method took meanwhile: nobody is told
 * how to pay it, and whoever paid it all the same would pay twice. Of the same method, it is the other payment's order
 * too.
 */
async function closeUnlessShared(draft: PaymentRecord, connector: OrderQueries): Promise<void> {
  if (await payments.findOne({ _id: draft._id, method: draft.method }, { projection: { _id: 1 } })) return;
  try {
    await connector.cancelOrder(...gatewayCall(draft));
  } catch (error) {
    noteNoResponse(error, aboutPayment(draft));
  }
}

/**
 * Opens an order at the gateway and stores the payment that waits for it.
 * @param open asks the gateway for what the customer needs to pay
 * @throws {ApiError} duplicate_identifier; gateway_unavailable, and then nothing was written
 */
export async function beginLocal(
  { name: method, status, expiry }: AsyncMethod & { status: FirstStatus },
  { order, ...about }: RoutedOrder,
  open: OpenOrder,
): Promise<PaymentRecord> {
  const draft = await draftPayment(order, { ...about, method, status });
  const earlier = await findEarlier(draft);
  if (earlier) return earlier;

  const connector = connectorAt(about.route.connector, 'orders');
  const expiresAt = inSeconds(expiry);
  const opened = await orUnavailable(open(termsOf(draft, expiresAt), draft).catch(orDuplicate));
  draft.local = { expiresAt, pollCount: 0, lateMoney: about.merchant.lateMoneyPolicy, ...opened };
  if (draft.next) draft.next.at = inSeconds(Math.min(connector.pace.firstAfter, expiry));
  try {
    return (await createPayment(draft)).payment;
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'duplicate_identifier';
    if (isTaken) await closeUnlessShared(draft, connector);
    throw error;
  }
}
