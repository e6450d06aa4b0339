import type { Challenged } from './charge.js';
import { settleChallenge } from './charging.js';
import type { Ledger } from './ledger.js';

/** Every test card's code. */
export const TEST_CODE = '666666';

const MOST_WRONG_CODES = 3;

/** How often a wrong code may still be given, the next one included. */
export const triesLeft = (charge: Challenged): number => MOST_WRONG_CODES - charge.challenge.wrongCodes;

/** The customer would not answer the bank. */
export function cancelChallenge(ledger: Ledger, charge: Challenged): void {
  settleChallenge(ledger, { ...charge, status: 'declined', code: 'authentication_cancelled' });
}

/**
 * Checks the customer's code; the right one charges the card, the third wrong one ends it.
 * @returns the charge when the customer may try again, else nothing: it is decided
 */
export function answerChallenge(ledger: Ledger, charge: Challenged, code: string): Challenged | undefined {
  if (code === TEST_CODE) {
    const approved = charge.challenge.then === 'approve';
    settleChallenge(
      ledger,
      approved
        ? { ...charge, status: 'charged', settledAt: Date.now() }
        : { ...charge, status: 'declined', code: 'do_not_honor' },
    );
    return undefined;
  }
  const challenge = { ...charge.challenge, wrongCodes: charge.challenge.wrongCodes + 1 };
  if (challenge.wrongCodes >= MOST_WRONG_CODES) {
    settleChallenge(ledger, { ...charge, challenge, status: 'declined', code: 'authentication_failed' });
    return undefined;
  }
  const asked = { ...charge, challenge };
  ledger.save(asked);
  return asked;
}
