import { NothingTaken } from '../src/connectors/connector.js';
import { isLeftOpen, type AsyncPaymentResult, type Pace } from '../src/connectors/orders.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { inSeconds, waitFrom } from '../src/time.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { answered, aboutAttempt } from '../src/payments/attempts.js';
import { isUnanswered } from '../src/payments/opening.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import type { AsyncPaymentWait } from '../src/payments/async-payment-wait.js';
import type { Changes } from '../src/payments/transition.js';
import { isHeld, openMoney } from '../src/payments/under-review.js';
import { closedProof } from '../src/payments/proof.js';
import { toldOfOrder, unreadQuery } from '../src/payments/news.js';
import { closeOrder } from '../src/payments/close-key.js';
import { isFinal } from '../src/payments/states.js';
import { connectorOf, isOnlyTold, paceOf } from '../src/payments/connector-of.js';
import type { Decision } from './payment-step.js';
import { PATIENCE } from './patience.js';

export type Paid = AsyncPaymentResult & { outcome: 'paid' };

/** The wait that every asynchronous payment has from its first moment. @throws for any other payment */
export function waitOf({ _id, local }: PaymentRecord): AsyncPaymentWait {
  if (!local) throw new Error(`Payment ${_id} is no asynchronous payment`);
  return local;
}

/**
 * Whether nobody knows if a payment's order reached the gateway: the call that opens it is over, and the customer was
 * shown nothing to pay with.
 */
export function isStranded(payment: PaymentRecord): boolean {
  return payment.status === 'abandoned' || isUnanswered(payment);
}

/** What has become of the order, as its gateway answers to the query that the customer came back with, or when asked. */
function fetchOrder(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  const about = aboutAttempt(payment);
  const query = unreadQuery(payment);
  const wallet = query ? connectorOf(payment, 'wallet') : undefined;
  return query && wallet?.returned ? wallet.returned(about, query) : connectorOf(payment, 'orders').fetchOrder(about);
}

/**
 * What a gateway has told of an order, which cannot be asked. Only one of which nobody knows whether it has reached the
 * gateway is closed, and only when nothing comes.
 */
async function toldOrClosed(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  const told = toldOfOrder(payment);
  if (told) return told;
  const isHopeless = isStranded(payment) && !isFinal(payment.status) && waitOf(payment).pollCount >= PATIENCE;
  return isHopeless ? closeOrder(payment) : { outcome: 'waiting' };
}

/** Whether the last look that moves money was had. A payment that is under review has no end yet. */
function isPastLastTry(payment: PaymentRecord): boolean {
  const { expiresAt, askedAtEnd } = waitOf(payment);
  return !isHeld(payment) && askedAtEnd === true && expiresAt <= new Date();
}

/** Closes an order that its customer has agreed to in time, and that could not be executed. */
async function closeUnmoved(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  const result = await closeOrder(payment);
  return result.outcome === 'cancelled' ? { ...result, expired: true } : result;
}

/** Moves what a wallet's customer has agreed to. Once that was asked for, it is on its way until it is known. */
async function moveMoney(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  try {
    return await connectorOf(payment, 'wallet').executeWallet(aboutAttempt(payment));
  } catch (error) {
    if (error instanceof NothingTaken) throw error;
    noteNoResponse(error, aboutPayment(payment));
    return { outcome: 'in_progress' };
  }
}

/**
 * Asks the gateway. When a wallet's customer has agreed, moves the money, but only while the payment still waits for it:
 * late money is found, never taken. Another amount than was asked for is moved too: whoever judges it then has money to
 * judge, which can be given back.
 */
async function ask(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  if (isOnlyTold(payment)) return toldOrClosed(payment);
  const connector = connectorOf(payment, 'orders');
  const about = aboutAttempt(payment);
  const said = isStranded(payment) ? await connector.cancelOrder(about) : await fetchOrder(payment);
  // A no ends the payment, and the next attempt may follow: nobody may pay the same order after it.
  const result = isLeftOpen(said) ? await connector.cancelOrder(about) : said;
  if (result.outcome !== 'agreed' || payment.status !== 'awaiting_wallet') return result;
  return isPastLastTry(payment) ? closeUnmoved(payment) : moveMoney(payment);
}

/** Asks the gateway; null when it does not answer. Then the outcome is open, which never ends a payment. */
export async function askOrNull(payment: PaymentRecord): Promise<AsyncPaymentResult | null> {
  try {
    return await ask(payment);
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    return null;
  }
}

/** What a confirmation changes. The money is there, so it also closes an open review. */
export function confirmation(payment: PaymentRecord, { reference }: Paid): Changes {
  const { proof } = payment;
  const money = openMoney(payment);
  const note = 'The payment was confirmed automatically';
  return {
    reason: null,
    attempts: answered(payment, { outcome: 'paid', reference }),
    ...(proof?.status === 'pending' && { proof: closedProof(proof, { status: 'verified', note }) }),
    ...(money && { review: { ...money, decidedAt: new Date(), decision: 'accept', note } }),
  };
}

const jittered = (seconds: number, { jitter }: Pace) => seconds * (1 - jitter + Math.random() * 2 * jitter);

/** What a gateway was found to say; null when it did not answer. */
export interface Look {
  result: AsyncPaymentResult | null;
  /** Whether it was asked after the end of the customer's time: an answer from before may miss what was paid in between. */
  isAtEnd: boolean;
}

/** Asks the gateway, and notes when. */
export async function look(payment: PaymentRecord): Promise<Look> {
  const isAtEnd = waitOf(payment).expiresAt <= new Date();
  return { isAtEnd, result: await askOrNull(payment) };
}

/** The reference of a debit of which nobody saw that the gateway has taken it on: its customer need wait no longer. */
function takenOn({ mandate }: AsyncPaymentWait, { result }: Look): Partial<AsyncPaymentWait> {
  const debit = result?.outcome === 'waiting' ? result.debit : undefined;
  return mandate && !mandate.debit && debit !== undefined ? { mandate: { ...mandate, debit } } : {};
}

/** The next poll at the gateway's own pace, but never past the end of the customer's time, when it is asked anew. */
export function pollLater(payment: PaymentRecord, found: Look, changes: Changes = {}): Decision {
  const { result, isAtEnd } = found;
  const local = waitOf(payment);
  const pace = paceOf(payment);
  const later = inSeconds(jittered(waitFrom(pace.steps, local.pollCount), pace));
  const isLast = isAtEnd && result !== null;
  const counted = { pollCount: local.pollCount + 1, ...(isLast && { askedAtEnd: true }) };
  const looked = { ...local, ...takenOn(local, found), ...counted };
  const isEndNext = !isAtEnd && local.expiresAt < later;
  return { waitUntil: isEndNext ? local.expiresAt : later, changes: { ...changes, local: looked } };
}
