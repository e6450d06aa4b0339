import { config } from '../../../config/index.js';
import { cardToSeal, cardSummary } from './card-summary.js';
import type { CardFields } from './schema.js';
import { awaitCompletion } from '../../payments/completions.js';
import { transition } from '../../payments/transition.js';
import { leaveSealedCard, newSeal, takeBackSealedCard } from '../../vault/seal-card.js';
import { choose } from '../../payments/choose.js';
import { reload, type HostedPayment } from '../../payments/hosted-payment.js';

/**
 * Waits for the answer to a card that is already with the gateway, CARD_ANSWER_WAIT seconds at most. So a double click
 * or a second tab gets the same answer, and nothing is sent again.
 */
export async function awaitAnswer(payment: HostedPayment): Promise<HostedPayment> {
  if (payment.status !== 'authorizing') return payment;
  const completion = awaitCompletion('card-authorization', { id: payment._id, version: payment.version });
  try {
    const latest = await reload(payment);
    if (latest.version !== payment.version) return latest; // it came between the reading and the listening
    await completion.within(config.card.answerWait);
    return await reload(payment);
  } finally {
    completion.unsubscribe();
  }
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
  return awaitAnswer(after ? { ...payment, ...after } : await reload(payment));
}
