import { config } from '../../../config/index.js';
import { ApiError } from '../../errors.js';
import type { ApiRequest } from '../../api/api-route.js';
import type { MerchantRecord } from '../../merchants/merchant.model.js';
import { createPayment } from '../../payments/create-payment.js';
import { draftPayment } from '../../payments/draft-payment.js';
import { checkedOrder } from '../../payments/checked-order.js';
import { readPayment, type PaymentRecord } from '../../payments/payment.model.js';
import { presentCard, presentPayment } from '../../payments/present-payment.js';
import { leaveSealedCard, newSeal, takeBackSealedCard } from '../../vault/seal-card.js';
import type { CardAnswer } from './answer.js';
import { authorizationOf, awaitAnswer } from './await-answer.js';
import { cardToSeal, cardSummary } from './card-summary.js';
import { cardInitiateSchema } from './schema.js';

type SealedDraft = PaymentRecord & { cardSeal: string };

/** Best effort: a card whose payment was not new is of no use to anybody, and goes by its TTL at the latest. */
const takeBack = ({ cardSeal }: SealedDraft) => takeBackSealedCard(cardSeal).catch(() => undefined);

/** Saves the payment. A card that turns out not to be needed does not stay behind. */
async function save(draft: SealedDraft): Promise<{ payment: PaymentRecord; isNew: boolean }> {
  try {
    const saved = await createPayment(draft);
    if (!saved.isNew) await takeBack(draft);
    return saved;
  } catch (error) {
    if (error instanceof ApiError) await takeBack(draft); // any other fault leaves open whether it was stored
    throw error;
  }
}

/**
 * Saves and enqueues a payment and waits for the gateway's answer, CARD_ANSWER_WAIT seconds at most. The job's end is
 * only a hint: what is trusted is what MongoDB holds, carried in the job's return value or read back.
 */
async function createAndWait(draft: SealedDraft): Promise<PaymentRecord> {
  const authorization = authorizationOf(draft);
  try {
    const { payment, isNew } = await save(draft);
    if (!isNew) return payment;
    const tookUp = payment.version !== draft.version; // an order that was abandoned under the identifier
    const answer = tookUp ? await awaitAnswer(payment) : await authorization.within(config.card.answerWait);
    if (answer) return { ...payment, ...(answer as CardAnswer) }; // what our own worker returned
    return (await readPayment(payment._id)) ?? payment;
  } finally {
    authorization.unsubscribe();
  }
}

/** What card payments of a merchant ask of the account that is to take them. */
export const cardNeeds = ({ threeDsPolicy }: Pick<MerchantRecord, 'threeDsPolicy'>) => ({
  threeDsRequired: threeDsPolicy === 'required',
});

/** POST /h2h/initiate for cards: validate, seal the card, save, answer with the gateway's answer. */
export async function initiateCard({ merchant, body, idempotencyKey, trace }: ApiRequest): Promise<object> {
  const call = { merchant, body, method: 'card', asks: cardNeeds(merchant) } as const;
  const { request, order, route, fee } = checkedOrder(cardInitiateSchema, call);
  const about = { merchant, idempotencyKey, trace };
  const draft = {
    ...(await draftPayment(order, { ...about, method: 'card', route, fee, status: 'authorizing' })),
    card: cardSummary(request.card),
    cardSeal: newSeal(),
    billingAddress: request.billing_address,
    deviceFingerprint: request.device_fingerprint,
    threeDs: { policy: merchant.threeDsPolicy, pollCount: 0 },
  };
  await leaveSealedCard(draft, cardToSeal(request.card));
  const payment = await createAndWait(draft);
  const { trx, payment_status, reason, late_confirmation } = presentPayment(payment);
  const { requires_3ds, redirect_url, message } = presentCard(payment);
  return { status: 'success', trx, payment_status, requires_3ds, redirect_url, message, reason, late_confirmation };
}
