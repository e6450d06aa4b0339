import type { CardNumberAndCode, CardResult } from '../src/connectors/card.js';
import { ConnectorError, NotDecided, NothingTaken } from '../src/connectors/connector.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { asRepetition } from '../src/connectors/repetition.js';
import { logger } from '../src/telemetry/logger.js';
import { cardAnswer } from '../src/methods/card/answer.js';
import { returnAddress } from '../src/payments/customer-page.js';
import { countDecline, isDeclinedTooOften } from '../src/methods/card/velocity.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered, aboutAttempt } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import type { Attempt } from '../src/payments/payment-parts.js';
import { payerOf } from '../src/payments/payer-of.js';
import { connectorOf, isOnlyTold } from '../src/payments/connector-of.js';
import { comeToKey, isKeyLeft, leaveKey } from '../src/payments/key-callers.js';
import { findNextAccount, passOn } from '../src/payments/next-account.js';
import { accountNamed } from '../src/gateways/accounts.js';
import { destroySealedCard, openSealedCard } from '../src/vault/open-card.js';
import { askOrVoid, changesFor, changesForOther, closedIfLeftOpen } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/** No answer that decides anything. `reference`: the gateway has named what it has taken on. */
interface NoAnswer {
  outcome: 'no_answer';
  reference?: string;
}

/** What came of asking an account: an answer, or none, of which it may be known that nothing was taken. */
type Asked = CardResult | NoAnswer | { outcome: 'not_reached' };

/**
 * Asks the gateway to authorize the card. Without a card, asks what became of a call that a worker may have made before
 * it was killed, or whose answer it could not store. If there was none, the key is closed, so that it never charges.
 */
async function ask(payment: PaymentRecord, card: CardNumberAndCode | null): Promise<CardResult> {
  if (!card) return askOrVoid(payment);
  const result = await connectorOf(payment, 'card').authorizeCard(
    {
      card,
      threeDs: accountNamed(payment.account).threeDs ? (payment.threeDs?.policy ?? 'required') : 'off',
      payer: payerOf(payment),
      returnUrl: returnAddress(payment, '3ds'),
    },
    aboutAttempt(payment),
  );
  return asRepetition(closedIfLeftOpen(payment, result)); // that nobody could be asked to close it is no news of the card
}

/** Closes a key that nobody answered for, when another account could take the payment: it takes no money after that. */
async function closeUnanswered(payment: PaymentRecord): Promise<Asked> {
  try {
    return await connectorOf(payment, 'card').voidCard(aboutAttempt(payment));
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    return { outcome: 'no_answer' };
  }
}

type Declined = Extract<CardResult, { outcome: 'declined' }>;

/** A decline for a fault of the gateway's own, which says nothing of the card. */
const isGatewaysFault = (asked: Asked): asked is Declined =>
  asked.outcome === 'declined' && asked.reason === 'gateway_error';

/**
 * One account's answer. When it gives none and another one could take the payment, its key is closed if it can be. A
 * gateway that only tells would never say that it was not reached, nor at once that a key is closed, so that nobody else
 * is asked after a call without an answer.
 */
async function askAccount(payment: PaymentRecord, card: CardNumberAndCode | null): Promise<Asked> {
  const hasNext = card !== null && findNextAccount(payment) !== undefined;
  const isTold = isOnlyTold(payment);
  const { fallbacks = [] } = payment; // one that cannot be asked now may be the next one when the job starts again
  const mayLeave = card !== null && (fallbacks.length > 0 || isTold);
  if (card === null && isTold && (await isKeyLeft(payment))) return { outcome: 'not_reached' };
  const come = mayLeave ? await comeToKey(payment) : 'one';
  if (come === 'left') return { outcome: 'not_reached' }; // by a worker that died before it could go on, perhaps
  if (come === 'moved') return { outcome: 'no_answer' }; // another worker has gone on
  try {
    const answer = await ask(payment, card);
    if (!hasNext || !isGatewaysFault(answer) || (await leaveKey(payment))) return answer;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    noteNoResponse(error, aboutPayment(payment));
    if (isTold && error instanceof NotDecided && error.reference !== undefined)
      return { outcome: 'no_answer', reference: error.reference };
    if (mayLeave && error instanceof NothingTaken && (await leaveKey(payment))) return { outcome: 'not_reached' };
  }
  return hasNext && !isTold ? closeUnanswered(payment) : { outcome: 'no_answer' };
}

/** What the attempt came to, when another account may be asked because of it; null after anybody else's no. */
function passableOutcome(asked: Asked): Pick<Attempt, 'outcome' | 'reference' | 'gatewayCode'> | null {
  const { outcome } = asked;
  if (outcome === 'not_reached' || outcome === 'not_charged') return { outcome };
  if (!isGatewaysFault(asked)) return null;
  const { gatewayCode, reference } = asked;
  return { outcome, gatewayCode, ...(reference !== undefined && { reference }) };
}

/** Asks one account after the other until one answers for good. @returns the payment as that leaves it, and the answer */
async function askInTurn(payment: PaymentRecord, card: CardNumberAndCode | null): Promise<[PaymentRecord, Asked]> {
  const asked = await askAccount(payment, card);
  const outcome = card && passableOutcome(asked);
  const next = outcome && findNextAccount(payment);
  const passed = next && (await passOn(payment, next, outcome));
  return passed ? askInTurn(passed, card) : [payment, asked];
}

/** A decline of our own: the gateway was not asked, or has charged nothing. */
const refuse = (payment: PaymentRecord, outcome: 'velocity' | '3ds_not_available' | 'not_reached'): Decision => ({
  event: 'declined',
  changes: {
    reason: outcome === 'velocity' ? 'velocity' : 'gateway_error',
    attempts: answered(payment, { outcome }),
  },
  of: payment,
});

/** Whether 3-D Secure is required but the account cannot do it any more. Then no card is sent to it. */
const lacksThreeDs = ({ threeDs, account }: PaymentRecord): boolean =>
  (threeDs?.policy ?? 'required') === 'required' && !accountNamed(account).threeDs;

/**
 * Not awaited, so that the gateway's answer is recorded even while Redis is away. A card that is left ends by its TTL.
 */
function discardCard(payment: PaymentRecord): void {
  if (!payment.cardSeal) return;
  destroySealedCard(payment.cardSeal).catch((error: unknown) =>
    logger.warn('card.left', { ...aboutPayment(payment), error }),
  );
}

/** What an account's last answer means for the payment. */
async function decisionFor(of: PaymentRecord, result: CardResult): Promise<Decision> {
  const changes = changesFor(of, result);
  if (result.outcome === 'challenge') return { event: 'challenge_required', changes, of };
  if (result.outcome === 'authorized')
    return isAsAsked(of, result)
      ? { event: 'authorized', changes, of }
      : { event: 'no_answer', changes: { ...changes, ...changesForOther(of, result) }, of };
  await countDecline(of, result);
  return { event: 'declined', changes, of };
}

/** Nobody knows what becomes of it. @param asked with what the gateway calls it, if it has named it */
function undecided(of: PaymentRecord, { reference }: { outcome: string; reference?: string }): Decision {
  const attempts = reference === undefined ? {} : { attempts: answered(of, { reference }) };
  return { event: 'no_answer', changes: { inquiryCount: 0, ...attempts }, of };
}

/** Whether nobody has the card with the gateway, which one that only tells would not say. Nobody sends it after that. */
async function isUntaken(payment: PaymentRecord): Promise<boolean> {
  const come = await comeToKey(payment);
  return come === 'left' || (come === 'one' && leaveKey(payment));
}

/** Why we refuse the card ourselves, whatever its gateway would say. */
async function ownRefusal(payment: PaymentRecord): Promise<Parameters<typeof refuse>[1] | null> {
  if (lacksThreeDs(payment)) return '3ds_not_available';
  return (await isDeclinedTooOften(payment)) ? 'velocity' : null;
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  const [refusal, card] = await Promise.all([ownRefusal(payment), openSealedCard(payment)]);
  if (refusal && isOnlyTold(payment) && (await isUntaken(payment))) {
    discardCard(payment);
    return refuse(payment, refusal);
  }
  // Without the card its gateway is asked all the same: a worker that died may have sent it before.
  const [latest, asked] = await askInTurn(payment, refusal ? null : card);
  discardCard(latest); // after the last answer, or none: status-inquiry only asks, and nobody sends the card again
  if (asked.outcome === 'not_reached' && isOnlyTold(latest)) return refuse(latest, 'not_reached');
  if (asked.outcome === 'no_answer' || asked.outcome === 'not_reached') return undecided(latest, asked);
  if (refusal && asked.outcome === 'not_charged') return refuse(latest, refusal);
  return decisionFor(latest, asked);
}

export const cardAuthorization = paymentStep('card-authorization', decide, cardAnswer);
