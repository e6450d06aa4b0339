/** What Stripe's test cards do. A number that is not here is approved. */
type Behaviour = { threeDs?: true; decline?: string; code?: string; hangs?: true; disputed?: 'fraudulent' };

const declines = (decline: string, code = 'card_declined'): Behaviour => ({ decline, code });

const CARDS = new Map<string, Behaviour>([
  ['4000000000003220', { threeDs: true }],
  ['4000002760003184', { threeDs: true }],
  ['4000008400001629', { threeDs: true, ...declines('generic_decline') }],
  ['4000000000000002', declines('generic_decline')],
  ['4000000000009995', declines('insufficient_funds')],
  ['4000000000009987', declines('lost_card')],
  ['4000000000009979', declines('stolen_card')],
  ['4000000000000069', declines('expired_card', 'expired_card')],
  ['4000000000000127', declines('incorrect_cvc', 'incorrect_cvc')],
  ['4000000000000119', declines('processing_error', 'processing_error')],
  ['4000000000000259', { disputed: 'fraudulent' }],
  // Ours, for specs: the work is done, and the answer never comes.
  ['4000000000000770', { hangs: true }],
  ['4000000000000887', { hangs: true, ...declines('generic_decline') }],
]);

export const behaviourOf = (number: string): Behaviour => CARDS.get(number) ?? {};

/** Stripe's tokens for some of them. */
export const TOKENS = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_amex', '378282246310005'],
  ['pm_card_threeDSecure2Required', '4000000000003220'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_threeDSecureRequiredChargeDeclined', '4000008400001629'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_chargeDeclinedLostCard', '4000000000009987'],
  ['pm_card_chargeDeclinedStolenCard', '4000000000009979'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119'],
]);

const MESSAGES: Record<string, string> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
};

/** The error of a decline; a code that says all needs no decline code beside it. */
export const declineError = (decline: string, code: string): Record<string, unknown> => ({
  type: 'card_error',
  code,
  ...(code === 'card_declined' && { decline_code: decline }),
  message: MESSAGES[code] ?? 'Your card was declined.',
});
