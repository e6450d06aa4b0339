import type { CardResult } from '../connectors/card.js';
import type { NotDecided } from '../connectors/connector.js';
import type { AsyncPaymentResult } from '../connectors/orders.js';
import { flag, mapOf, mixed, number, oneOf, optional, subdocument, text } from '../database/schema.js';
import { currentAttempt } from './attempts.js';
import type { PaymentRecord } from './payment.model.js';
import { isUnderReview } from './under-review.js';

/** With what a customer has come back from the page of a bank or a wallet. Anybody may have written it. */
export interface CameBack {
  attempt: number;
  query: Record<string, string>;
  /** Whether the gateway has answered to it. */
  isRead: boolean;
  /** That it has taken the payment on by it, and will tell of what comes of that. */
  isTakenOn?: boolean;
}

export const cameBack = subdocument<CameBack>({
  attempt: number,
  query: mapOf(text),
  isRead: flag,
  isTakenOn: optional(flag),
});

/** What a gateway that cannot be asked has told of an attempt, signed. */
export interface Told {
  attempt: number;
  result?: CardResult;
  /** Where closing the key takes an authorization back: that it was asked for, and what was told of that. */
  closing?: 'asked' | 'done' | 'refused';
  /** While it was asked for: how many requests for that may be under way. Those that provably did nothing are not counted. */
  underWay?: number;
}

export const told = subdocument<Told>({
  attempt: number,
  result: optional(mixed<CardResult>()),
  closing: optional(oneOf(['asked', 'done', 'refused'])),
  underWay: optional(number),
});

/** The payment as it was read. What is told of it may change at the same version: by a close, or by other news. */
export const asRead = ({ _id, version, told }: PaymentRecord) => ({ _id, version, told: told ?? { $exists: false } });

/** What is stored of what was told of the current attempt. */
export function storedTold(payment: PaymentRecord): Told | undefined {
  const { no } = currentAttempt(payment);
  return payment.told?.attempt === no ? payment.told : undefined;
}

/** With what the customer of the current attempt has come back. */
export function storedCameBack(payment: PaymentRecord): CameBack | undefined {
  const { no } = currentAttempt(payment);
  return payment.cameBack?.attempt === no ? payment.cameBack : undefined;
}

/**
 * The query of the current attempt's customer that the gateway has not heard of yet. It does not hear of one by which it
 * might authorize what it may be closing.
 */
export function unreadQuery(payment: PaymentRecord): CameBack['query'] | undefined {
  const back = storedCameBack(payment);
  const { closing } = storedTold(payment) ?? {};
  return back?.isRead === false && closing !== 'asked' && closing !== 'done' ? back.query : undefined;
}

/** What the gateway has told of the current attempt. Money is not sure while it may be about to take it back. */
export function toldOf(payment: PaymentRecord): CardResult | undefined {
  const { result, closing } = storedTold(payment) ?? {};
  if (closing === 'done' && result?.outcome !== 'declined') return { outcome: 'not_charged' };
  return closing === 'asked' && result?.outcome === 'authorized' ? undefined : result;
}

/** The same of an order, in the words of orders. */
export function toldOfOrder(payment: PaymentRecord): AsyncPaymentResult | undefined {
  const told = toldOf(payment);
  switch (told?.outcome) {
    case 'authorized':
      return { ...told, outcome: 'paid' };
    case 'declined':
      return { outcome: 'refused', reason: told.reason, gatewayCode: told.gatewayCode };
    case 'not_charged':
      return { outcome: 'cancelled' };
    default:
      return undefined;
  }
}

/** Whether the gateway works on the current attempt by what its customer came back with. */
export const isTakenOn = (payment: PaymentRecord): boolean => storedCameBack(payment)?.isTakenOn === true;

/** Whether what its customer came back with may be ending the current attempt at this moment: nothing else may then. */
export const isWorkedOn = (payment: PaymentRecord): boolean => unreadQuery(payment) !== undefined || isTakenOn(payment);

/** Whether the customer still has to confirm at the bank. What a person judges waits for that person alone. */
export const isChallengeOpen = (payment: PaymentRecord): boolean =>
  payment.status === 'challenged' && !isWorkedOn(payment) && !isUnderReview(payment);

/** That the gateway has answered to the query, if only that it will tell; nothing when there was none. */
export const queryRead = (payment: PaymentRecord, answer?: NotDecided): Pick<PaymentRecord, 'cameBack'> | undefined =>
  payment.cameBack && unreadQuery(payment)
    ? { cameBack: { ...payment.cameBack, isRead: true, ...(answer?.reference !== undefined && { isTakenOn: true }) } }
    : undefined;
