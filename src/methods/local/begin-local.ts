import { config } from '../../../config/index.js';
import type { ApiRequest } from '../../api/api-route.js';
import type { Pace } from '../../connectors/orders.js';
import { gatewayUnavailable } from '../../errors.js';
import { inSeconds } from '../../time.js';
import { answered } from '../../payments/attempts.js';
import { paceOf } from '../../payments/connector-of.js';
import { createPayment } from '../../payments/create-payment.js';
import { draftPayment, type Order } from '../../payments/draft-payment.js';
import { payerOf } from '../../payments/payer-of.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import type { AsyncPaymentWait } from '../../payments/async-payment-wait.js';
import type { Fee } from '../../money/fees.js';
import type { Taker } from '../../gateways/find-route.js';
import type { PaymentEvent, PaymentStatus } from '../../payments/states.js';
import { transition } from '../../payments/transition.js';
import type { MethodName } from '../../vocabulary.js';
import { openInTurn } from './open-order.js';

/** What every asynchronous method says of itself. */
export interface AsyncMethod {
  name: MethodName;
  /** Its choice on the page, when that is not its name. */
  choice?: string;
  /** As people write it, when that is not its name. */
  label?: string;
  /** In which its payments wait, and the event that leads there from the page. */
  status: PaymentStatus;
  chosen: PaymentEvent;
  /** Seconds after which nobody can pay any more. */
  expiry: number;
}

/** One that a merchant may begin, too. */
export interface LocalMethod extends AsyncMethod {
  /** The event that leads to its status once the gateway has opened the order. */
  opened: PaymentEvent;
}

/** A checked order, who takes it and what that costs. */
type RoutedOrder = Pick<ApiRequest, 'merchant' | 'idempotencyKey' | 'trace'> & {
  route: Taker;
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
    mobile: draft.customer.mobile,
    payer: payerOf(draft),
    expiresAt,
    callbackUrl: `${config.publicUrl}/callbacks/${draft.account}`,
  };
}

/** When the gateway is first asked about an order: at the end of the customer's time at the latest, as ever after. */
export const firstLookAt = ({ expiresAt }: AsyncPaymentWait, { firstAfter }: Pace): Date =>
  new Date(Math.min(inSeconds(firstAfter).getTime(), expiresAt.getTime()));

type Opening = PaymentRecord & { local: AsyncPaymentWait };

const isOpening = (payment: PaymentRecord): payment is Opening =>
  payment.status === 'opening' && payment.local !== undefined;

/**
 * Opens the order of a payment that is stored, and stores what its customer pays with.
 * @param isNew whether this request has stored it; else the same one came before, and may have opened the order unseen
 * @throws {ApiError} gateway_unavailable when the gateway gave no answer: the payment is abandoned then
 */
async function openOrder(stored: Opening, { opened: event }: LocalMethod, open: OpenOrder, isNew: boolean) {
  const openAt = (at: Opening) => open(termsOf(at, at.local.expiresAt), at);
  const { payment, wait: opened } = await openInTurn(stored, openAt, isNew);
  if (opened) {
    const local = { ...payment.local, ...opened };
    const after = await transition(payment, event, { local }, 'web', firstLookAt(local, paceOf(payment)));
    if (after) return after;
  }
  return abandon(payment);
}

/**
 * Gives up an order that nobody is told of. Somebody may have changed the payment meanwhile: a job that closes the order,
 * or the same request once more. A later attempt is not ours to give up.
 * @returns the payment when it was opened or paid all the same
 * @throws {ApiError} gateway_unavailable
 */
async function abandon(payment: PaymentRecord): Promise<PaymentRecord> {
  const attempts = answered(payment, { outcome: 'no_answer' });
  const isMade = await transition(payment, 'not_opened', { attempts }, 'web');
  const latest = isMade ?? (await payments.findOne({ _id: payment._id }));
  if (!latest || latest.status === 'abandoned') throw gatewayUnavailable();
  if (latest.status !== 'opening') return latest;
  if (latest.attempts.length > payment.attempts.length) throw gatewayUnavailable();
  return abandon(latest);
}

/**
 * Stores a payment, opens its order at the gateway, and stores what its customer pays with.
 * @param open asks the gateway for what the customer needs to pay
 * @throws {ApiError} duplicate_identifier; gateway_unavailable, and then the identifier is free again
 */
export async function beginLocal(
  method: LocalMethod,
  { order, ...about }: RoutedOrder,
  open: OpenOrder,
): Promise<PaymentRecord> {
  const draft = await draftPayment(order, { ...about, method: method.name, status: 'opening' });
  const lateMoney = about.merchant.lateMoneyPolicy;
  const local: AsyncPaymentWait = { expiresAt: inSeconds(method.expiry), pollCount: 0, lateMoney };
  const { payment, isNew } = await createPayment({ ...draft, local });
  return isOpening(payment) ? openOrder(payment, method, open, isNew) : payment;
}
