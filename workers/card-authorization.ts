import { config } from '../config/index.js';
import type { CardNumberAndCode, CardResult } from '../src/connectors/card.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { logger } from '../src/telemetry/logger.js';
import { cardAnswer } from '../src/methods/card/answer.js';
import { returnToken } from '../src/payments/return-token.js';
import { countDecline, isDeclinedTooOften } from '../src/methods/card/velocity.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { answered, currentAttempt, aboutAttempt } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { connectorOf } from '../src/payments/connector-of.js';
import { accountNamed } from '../src/gateways/accounts.js';
import { destroySealedCard, openSealedCard } from '../src/vault/open-card.js';
import { askOrVoid, changesFor, noteMismatch } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/**
 * Asks the gateway to authorize the card. Without a card, asks what became of a call that a worker may have made before
 * it was killed, or whose answer it could not store. If there was none, the key is closed, so that it never charges.
 */
async function ask(payment: PaymentRecord, card: CardNumberAndCode | null): Promise<CardResult> {
  if (!card) return askOrVoid(payment);
  return connectorOf(payment, 'card').authorizeCard(
    {
      card,
      threeDs: accountNamed(payment.account).threeDs ? (payment.threeDs?.policy ?? 'required') : 'off',
      returnUrl: `${config.publicUrl}/3ds/return/${returnToken(payment._id, currentAttempt(payment).no)}`,
    },
    aboutAttempt(payment),
  );
}

/** A decline of our own: the gateway was not asked, or has charged nothing. */
const refuse = (payment: PaymentRecord, outcome: string, reason: 'velocity' | 'gateway_error'): Decision => ({
  event: 'declined',
  changes: { reason, attempts: answered(payment, { outcome }) },
});

/** Whether 3-D Secure is required but the account cannot do it. Then the gateway is not asked at all. */
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

export async function decide(payment: PaymentRecord): Promise<Decision> {
  if (lacksThreeDs(payment)) {
    discardCard(payment);
    return refuse(payment, '3ds_not_available', 'gateway_error');
  }
  const [tooOften, card] = await Promise.all([isDeclinedTooOften(payment), openSealedCard(payment)]);
  try {
    const result = await ask(payment, tooOften ? null : card);
    discardCard(payment);
    if (tooOften && result.outcome === 'not_charged') return refuse(payment, 'velocity', 'velocity');
    const changes = changesFor(payment, result);
    if (result.outcome === 'challenge') return { event: 'challenge_required', changes };
    if (result.outcome === 'authorized')
      return { event: noteMismatch(payment, result) ? 'no_answer' : 'authorized', changes };
    await countDecline(payment, result);
    return { event: 'declined', changes };
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    discardCard(payment); // status-inquiry only asks: nobody sends the card a second time
    return { event: 'no_answer', changes: { inquiryCount: 0 } };
  }
}

export const cardAuthorization = paymentStep('card-authorization', decide, cardAnswer);
