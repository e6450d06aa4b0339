import { randomUUID } from 'node:crypto';
import type { About } from '../../src/connectors/about.js';
import type { AdyenAccess } from '../../src/connectors/adyen/access.js';
import { createAdyenCards } from '../../src/connectors/adyen/cards.js';
import { createAdyenRefunds } from '../../src/connectors/adyen/refunds.js';
import type { CardAuthorization } from '../../src/connectors/card.js';
import type { RefundAbout } from '../../src/connectors/refunds.js';
import { cardAbout } from '../support/about.js';
import { authorization } from '../support/card-authorization.js';

/** Of Adyen's published test cards: one that is charged, and one that has to be confirmed at the bank's page. */
export const CHARGED = '4111111111111111';
export const CHALLENGED = '4917610000000000';

/** Adyen's test cards have this expiry and this code; the name of the holder says how they end. */
const cardOf = (number: string, holder = 'Ada Lovelace') => ({
  number,
  holder,
  cvv: '737',
  expiryMonth: 3,
  expiryYear: 2030,
});
const payer = { id: 'c0ffee', email: 'ada@example.com', ip: '203.0.113.7', userAgent: 'Mozilla/5.0' };

/** What the call for a test card says. */
export const paymentBy = (number: string, holder?: string, changes: Partial<CardAuthorization> = {}) =>
  authorization(number, { card: cardOf(number, holder), payer, ...changes });

/** 49.90 EUR that nobody has asked for yet, with a key as payments have it. */
export function newPayment(): About {
  const trx = randomUUID();
  return cardAbout(`${trx}-1`, { trx });
}

/** The refunds of a new payment of 49.90 EUR. @returns by their number and amount */
export async function refundsOfNewPayment(access: AdyenAccess): Promise<(no: number, amount: number) => RefundAbout> {
  const about = newPayment();
  const paid = await createAdyenCards(access).authorizeCard(paymentBy(CHARGED), about);
  if (paid.outcome !== 'authorized') throw new Error(`Expected money to move, not ${paid.outcome}`);
  const charge = { key: about.key, reference: paid.reference, at: new Date() };
  return (no, amount) => ({ ...about, key: `${about.trx}-r${no}`, amount, charge, since: new Date() });
}

/** Asks for a refund, as a merchant does. */
export const giveBack = (access: AdyenAccess, about: RefundAbout) =>
  createAdyenRefunds(access).refund({ reason: 'requested_by_customer' }, about);
