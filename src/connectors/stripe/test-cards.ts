/** Stripe's test numbers, and the tokens that stand for the same cards where no raw card data is allowed. */
const TOKENS = new Map([
  ['4242424242424242', 'pm_card_visa'],
  ['5555555555554444', 'pm_card_mastercard'],
  ['378282246310005', 'pm_card_amex'],
  ['4000000000003220', 'pm_card_threeDSecure2Required'],
  ['4000002760003184', 'pm_card_authenticationRequired'],
  ['4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined'],
  ['4000000000000259', 'pm_card_createDispute'],
  ['4000000000000002', 'pm_card_chargeDeclined'],
  ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds'],
  ['4000000000009987', 'pm_card_chargeDeclinedLostCard'],
  ['4000000000009979', 'pm_card_chargeDeclinedStolenCard'],
  ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard'],
  ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'pm_card_chargeDeclinedProcessingError'],
]);

/** The token of a test number; undefined for any other card. */
export const tokenOf = (number: string): string | undefined => TOKENS.get(number);
