import { isIP } from 'node:net';
import { config } from '../../../config/index.js';
import type { About } from '../about.js';
import type { CardAuthorization } from '../card.js';
import type { DebitRequest } from '../orders.js';
import { asciiEmail, type Payer } from '../payer.js';
import type { AdyenAccess } from './access.js';
import { toAdyen } from './amounts.js';
import { referenceOf } from './references.js';

const MOST_ORIGIN = 80; // characters

/**
 * All of it is needed for 3-D Secure in a browser, and our page runs without scripts: what only a script could know of the
 * customer's screen is what most have.
 */
const browserOf = ({ userAgent, acceptHeader, language }: Payer) => ({
  acceptHeader: acceptHeader ?? 'text/html,application/xhtml+xml,*/*;q=0.8',
  userAgent: userAgent ?? 'Mozilla/5.0',
  language: language ?? 'en',
  colorDepth: 24,
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 0,
  javaEnabled: false,
});

/**
 * Adyen takes an address whole or not at all, of these countries only with a state, which nobody is asked for, and of none
 * that ISO 3166-1 does not have: Kosovo's code is not in it.
 */
const NOT_TAKEN = ['US', 'CA', 'XK'];

function billingOf({ billing }: Payer): object {
  const { country = '', address, city, postalCode } = billing ?? {};
  const isWhole = address && city && postalCode && postalCode.length <= 10 && !NOT_TAKEN.includes(country);
  if (!isWhole) return {};
  return { billingAddress: { country, city, postalCode, street: address, houseNumberOrName: 'N/A' } };
}

/** Risk based: Adyen's own rules decide. */
const authenticationOf = (threeDs: CardAuthorization['threeDs']) => ({
  ...(threeDs !== 'risk_based' && { attemptAuthentication: threeDs === 'required' ? 'always' : 'never' }),
  threeDSRequestData: { nativeThreeDS: 'disabled' },
});

type Terms = Pick<AdyenAccess, 'merchantAccount' | 'captureDelay'>;

/** What both kinds of payments say. */
const common = ({ merchantAccount, captureDelay }: Terms, { email, ip }: Payer, { key, amount, currency }: About) => ({
  merchantAccount,
  reference: referenceOf(key),
  amount: toAdyen(amount, currency),
  captureDelayHours: captureDelay,
  channel: 'Web',
  shopperInteraction: 'Ecommerce',
  shopperEmail: asciiEmail(email),
  ...(ip !== undefined && isIP(ip) !== 0 && { shopperIP: ip }), // what a proxy wrote may be none
});

/** The body of the call for a payment by card: the only one that a card's number goes into. */
export function cardPayment(
  terms: Terms,
  { card, threeDs, payer, returnUrl }: CardAuthorization,
  about: About,
): object {
  const { origin } = new URL(config.publicUrl);
  return {
    ...common(terms, payer, about),
    paymentMethod: {
      type: 'scheme',
      number: card.number,
      expiryMonth: String(card.expiryMonth).padStart(2, '0'),
      expiryYear: String(card.expiryYear),
      cvc: card.cvv,
      holderName: card.holder,
    },
    ...billingOf(payer),
    browserInfo: browserOf(payer),
    authenticationData: authenticationOf(threeDs),
    redirectToIssuerMethod: 'GET',
    returnUrl,
    ...(origin.length <= MOST_ORIGIN && { origin }),
  };
}

/**
 * The body of the call for a direct debit: the only one that an IBAN goes into. Adyen wants an address to come back to of
 * every payment; nobody is sent anywhere by a debit.
 */
export const debitPayment = (terms: Terms, { iban, holder, payer }: DebitRequest, about: About): object => ({
  ...common(terms, payer, about),
  paymentMethod: { type: 'sepadirectdebit', iban, ownerName: holder },
  returnUrl: config.publicUrl,
});
