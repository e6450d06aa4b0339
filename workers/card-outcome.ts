import { config } from '../config/index.js';
import type { CardResult } from '../src/connectors/card.js';
import { NotDecided } from '../src/connectors/connector.js';
import { inSeconds } from '../src/time.js';
import { answered, aboutAttempt, currentAttempt } from '../src/payments/attempts.js';
import { closeCard } from '../src/payments/close-key.js';
import { customerPage } from '../src/payments/customer-page.js';
import { forReview } from '../src/payments/for-review.js';
import { keepResultBeside } from '../src/payments/keep-told.js';
import { storedTold, toldOf, unreadQuery } from '../src/payments/news.js';
import { isNewsOverdue } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import type { Changes } from '../src/payments/transition.js';
import { connectorOf } from '../src/payments/connector-of.js';
import { isJudged } from '../src/payments/under-review.js';
import { PATIENCE } from './patience.js';

/** An authorization that a close may be about to take back: it is kept, and counts once that was told to be refused. */
async function unlessClosing(payment: PaymentRecord, asked: Promise<CardResult>): Promise<CardResult> {
  const result = await asked;
  if (storedTold(payment)?.closing !== 'asked' || result.outcome !== 'authorized') return result;
  await keepResultBeside(payment, result);
  throw new NotDecided('The payment is being closed, and the gateway will tell whether that was too late');
}

/** A no ends the payment, and another attempt may follow: nobody may pay the same key after it. @throws {ConnectorError} */
export const closedIfLeftOpen = async (payment: PaymentRecord, result: CardResult): Promise<CardResult> =>
  result.outcome === 'declined' && result.open ? closeCard(payment) : result;

/**
 * What the key has come to: what the gateway answers to the query that the customer came back with, else what it says
 * when it is asked, or has told where it cannot be. Only a key that somebody has said no to is changed: it is closed.
 * @throws {ConnectorError}
 */
export async function askCard(payment: PaymentRecord): Promise<CardResult> {
  const connector = connectorOf(payment, 'card');
  const about = aboutAttempt(payment);
  const told = connector.capabilities.asks === 'told' ? toldOf(payment) : undefined;
  if (told) return told;
  const query = unreadQuery(payment);
  const asked = query && connector.returned ? connector.returned(about, query) : connector.fetchCard(about);
  return closedIfLeftOpen(payment, await unlessClosing(payment, asked));
}

/**
 * The same. What the gateway has never heard of it may still get, or show later: that is closed, before it counts.
 * @throws {ConnectorError}
 */
export async function askOrClose(payment: PaymentRecord): Promise<CardResult> {
  const result = await askCard(payment);
  const isTold = toldOf(payment) !== undefined;
  return result.outcome === 'not_charged' && !isTold ? closeCard(payment) : result;
}

/**
 * What a gateway has told, which cannot be asked. Only when nothing comes is the key closed, and later where it has named
 * the payment: it works on it.
 * @throws {ConnectorError}
 */
async function toldOrClosed(payment: PaymentRecord, undoes: boolean | undefined): Promise<CardResult> {
  const told = toldOf(payment);
  if (told) return told;
  const isNamed = currentAttempt(payment).reference !== undefined;
  const isWaitedFor = payment.inquiryCount < PATIENCE || (isNamed && !isNewsOverdue(payment));
  if (undoes && isWaitedFor) throw new NotDecided('The gateway will tell what it has done');
  return closeCard(payment);
}

/**
 * Asks what became of the key of a call without an answer. One that the gateway knows is left alone, since closing would
 * also end a challenge that the customer can still pass.
 */
export function askOrVoid(payment: PaymentRecord): Promise<CardResult> {
  const { capabilities } = connectorOf(payment, 'card');
  return capabilities.asks === 'told' ? toldOrClosed(payment, capabilities.closingUndoes) : askOrClose(payment);
}

/** What a gateway's answer changes on the payment, whichever job heard it. */
export function changesFor(payment: PaymentRecord, result: CardResult): Changes {
  switch (result.outcome) {
    case 'authorized':
      return { reason: null, attempts: answered(payment, { outcome: 'authorized', reference: result.reference }) };
    case 'challenge':
      return {
        attempts: answered(payment, { outcome: 'challenge', reference: result.reference }),
        threeDs: {
          policy: payment.threeDs?.policy ?? 'required',
          ...customerPage(payment, '3ds', result),
          expiresAt: inSeconds(config.threeDs.expiry),
          pollCount: 0,
        },
      };
    case 'declined':
      return {
        reason: result.reason,
        attempts: answered(payment, {
          outcome: 'declined',
          gatewayCode: result.gatewayCode,
          ...(result.reference && { reference: result.reference }),
        }),
      };
    case 'not_charged':
      return { reason: 'gateway_error', attempts: answered(payment, { outcome: 'not_charged' }) };
  }
}

/**
 * What it changes that a gateway moved another amount or currency than the payment asks for. That is no success: a person
 * judges the money, once.
 */
export function changesForOther(payment: PaymentRecord, result: CardResult & { outcome: 'authorized' }): Changes {
  const { attempts } = changesFor(payment, result);
  return isJudged(payment) ? {} : { ...forReview('amount_mismatch', result), ...(attempts && { attempts }) };
}
