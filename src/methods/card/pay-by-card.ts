import { awaitAnswer } from './await-answer.js';
import { cardToSeal, cardSummary } from './card-summary.js';
import type { CardFields } from './schema.js';
import { transition } from '../../payments/transition.js';
import { leaveSealedCard, newSeal, takeBackSealedCard } from '../../vault/seal-card.js';
import { choose } from '../../payments/choose.js';
import { reload, type HostedPayment } from '../../payments/hosted-payment.js';

/** The payment once its card was answered, or after CARD_ANSWER_WAIT seconds. */
export async function afterAnswer(payment: HostedPayment): Promise<HostedPayment> {
  if (payment.status !== 'authorizing') return payment;
  await awaitAnswer(payment);
  return reload(payment);
}

/**
 * Hands a card to the gateway as a new attempt and waits for the answer. When the same form is posted twice, the faster
 * one wins, and both get its answer.
 * @throws {ServiceUnavailable} when Redis is away; then nothing has happened
 */
export async function payByCard(payment: HostedPayment, card: CardFields): Promise<HostedPayment> {
  const cardSeal = newSeal();
  const chosen = choose(payment, 'card');
  if (!chosen) return payment;
  const threeDs = { policy: payment.checkout.threeDs, pollCount: 0 };
  await leaveSealedCard({ ...payment, cardSeal }, cardToSeal(card));
  const changes = { ...chosen, card: cardSummary(card), cardSeal, threeDs };
  const after = await transition(payment, 'card_entered', changes, 'customer');
  if (!after) await takeBackSealedCard(cardSeal);
  return afterAnswer(after ? { ...payment, ...after } : await reload(payment));
}
