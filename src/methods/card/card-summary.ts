import type { CardNumberAndCode } from '../../connectors/card.js';
import { keyedHash } from '../../crypto/keyed.js';
import type { CardSummary } from '../../payments/payment-parts.js';
import type { CardFields } from './schema.js';

/** What may be kept of a card: first six, last four (PCI DSS 3.4.1) and a keyed hash (3.5.1.1). */
export const cardSummary = (card: CardFields): CardSummary => ({
  network: card.type,
  first6: card.number.slice(0, 6),
  last4: card.number.slice(-4),
  expiryMonth: card.expiry_month,
  expiryYear: card.expiry_year,
  fingerprint: keyedHash('card-fingerprint', card.number),
});

/** What the gateway needs of it, to be sealed. */
export const cardToSeal = (card: CardFields): CardNumberAndCode => ({
  number: card.number,
  cvv: card.cvv,
  expiryMonth: card.expiry_month,
  expiryYear: card.expiry_year,
  holder: card.holder,
});
