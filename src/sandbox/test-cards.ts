/** What the sandbox does with a card. A `challenge` tells what follows when the customer passes it. */
export type Scenario =
  | { kind: 'approve' }
  /** Approved, and disputed some seconds later. */
  | { kind: 'dispute' }
  | { kind: 'decline'; code: string }
  | { kind: 'challenge'; then: 'approve' | 'decline' }
  /** Decided and written down, but the answer to the request never leaves. */
  | { kind: 'hang'; result: 'charged' | 'declined' };

const CHALLENGE: Scenario = { kind: 'challenge', then: 'approve' };
const declined = (code: string): Scenario => ({ kind: 'decline', code });

/** The public test numbers; any other valid number is challenged and then approved. */
const TEST_CARDS = new Map<string, Scenario>([
  ['4242424242424242', { kind: 'approve' }],
  ['5555555555554444', { kind: 'approve' }],
  ['378282246310005', { kind: 'approve' }],
  ['4000000000003220', CHALLENGE],
  ['4000008400001629', { kind: 'challenge', then: 'decline' }],
  ['4000000000000002', declined('do_not_honor')],
  ['4000000000009995', declined('insufficient_funds')],
  ['4000000000009987', declined('lost_card')],
  ['4000000000000069', declined('expired_card')],
  ['4000000000000127', declined('incorrect_cvv')],
  ['4000000000000119', declined('processing_error')],
  ['4000000000000770', { kind: 'hang', result: 'charged' }],
  ['4000000000000259', { kind: 'dispute' }],
  ['4000000000000887', { kind: 'hang', result: 'declined' }],
]);

/** @param number digits only, the last of which is right */
export const scenarioOf = (number: string): Scenario => TEST_CARDS.get(number) ?? CHALLENGE;

/** The network's name as a customer knows it, for the bank's page. */
export function networkOf(number: string): string {
  if (number.startsWith('4')) return 'Visa';
  if (/^3[47]/.test(number)) return 'American Express';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'Mastercard';
  return 'Card';
}
