import { config } from '../config/index.js';
import { cardConnector } from '../src/connectors/index.js';
import { ConnectorError, type CardResult } from '../src/connectors/connector.js';
import { logger } from '../src/logger.js';
import { cardAnswer } from '../src/methods/card/answer.js';
import { returnToken } from '../src/methods/return-token.js';
import { countDecline, isDeclinedTooOften } from '../src/methods/card/velocity.js';
import { answered, currentAttempt } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { accountNamed } from '../src/routing/find-route.js';
import { destroySealedCard, openSealedCard } from '../src/vault/open-card.js';
import { changesFor, isAsAsked } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/** Asks the gateway, or, when the sealed card is gone, makes sure that it never charges and asks what it has come to. */
async function ask(payment: PaymentRecord): Promise<CardResult> {
  const connector = cardConnector(accountNamed(payment.account).connector);
  const { key, no } = currentAttempt(payment);
  const card = await openSealedCard(payment);
  if (!card) return connector.closeCard(key);
  return connector.authorizeCard(
    {
      reference: payment._id,
      amount: payment.amounts.gross,
      currency: payment.amounts.currency,
      card,
      threeDs: payment.threeDs?.policy ?? 'required',
      returnUrl: `${config.publicUrl}/3ds/return/${returnToken(payment._id, no)}`,
    },
    key,
  );
}

/** Refused by ourselves, without asking the gateway; a call that a killed worker made before is found by closing it. */
async function refusal(payment: PaymentRecord): Promise<Decision | null> {
  const refuse = (outcome: string, reason: 'velocity' | 'gateway_error'): Decision => ({
    event: 'declined',
    changes: { reason, attempts: answered(payment, { outcome }) },
  });
  if (payment.threeDs?.policy === 'required' && !accountNamed(payment.account).threeDs)
    return refuse('3ds_not_available', 'gateway_error');
  if (await isDeclinedTooOften(payment)) return refuse('velocity', 'velocity');
  return null;
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  const refused = await refusal(payment);
  if (refused) return refused;
  try {
    const result = await ask(payment);
    if (payment.cardSeal) await destroySealedCard(payment.cardSeal);
    const changes = changesFor(payment, result);
    if (result.outcome === 'challenge') return { event: 'challenge_required', changes };
    if (result.outcome === 'authorized')
      return { event: isAsAsked(payment, result) ? 'authorized' : 'no_answer', changes };
    await countDecline(payment, result);
    return { event: 'declined', changes };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    logger.warn('gateway.silent', { trx: payment._id, merchant: payment.merchantId, error });
    return { event: 'no_answer', changes: { questions: 0 } };
  }
}

export const cardAuthorization = paymentStep('card-authorization', decide, cardAnswer);
