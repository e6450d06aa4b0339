import type { Challenge, Challenged } from './charge.js';
import { newToken, settleChallenge } from './charging.js';
import type { Ledger } from './ledger.js';

/** Every test card's code. */
export const TEST_CODE = '666666';

const MOST_WRONG_CODES = 3;

/** How often a wrong code may still be given, the next one included. */
export const triesLeft = (charge: Challenged): number => MOST_WRONG_CODES - charge.challenge.wrongCodes;

const CODES = { failed: 'authentication_failed', cancelled: 'authentication_cancelled' } as const;

/** What the charge comes to once its challenge has ended. */
function decide(ledger: Ledger, charge: Challenged, ended: NonNullable<Challenge['ended']>): void {
  if (ended !== 'passed') return settleChallenge(ledger, { ...charge, status: 'declined', code: CODES[ended] });
  const { then } = charge.challenge;
  settleChallenge(
    ledger,
    then === 'approve'
      ? { ...charge, status: 'charged', settledAt: Date.now() }
      : { ...charge, status: 'declined', code: 'do_not_honor' },
  );
}

/** The challenge is over: it decides the charge, unless the merchant side has to finish it with the proof. */
function end(ledger: Ledger, charge: Challenged, ended: NonNullable<Challenge['ended']>): void {
  if (!charge.behaviours?.includes('told')) return decide(ledger, charge, ended);
  const proof = newToken();
  ledger.save({ ...charge, challenge: { ...charge.challenge, ended, proof } });
}

/** Finishes a challenge with what its customer came back with. Another proof than the bank's changes nothing. */
export function finishChallenge(ledger: Ledger, charge: Challenged, given: string): void {
  const { ended, proof } = charge.challenge;
  if (ended && proof === given) decide(ledger, charge, ended);
}

/** Where the bank's page leads when it is done. */
export function wayBack({ returnUrl, proof }: Challenge, behaviours: string[] = []): string {
  const url = new URL(returnUrl);
  if (behaviours.includes('lying-return')) url.searchParams.set('result', 'success');
  if (proof !== undefined) url.searchParams.set('proof', proof);
  return url.searchParams.size > 0 ? url.href : returnUrl;
}

/** The customer would not answer the bank. */
export const cancelChallenge = (ledger: Ledger, charge: Challenged): void => end(ledger, charge, 'cancelled');

/**
 * Checks the customer's code; the right one charges the card, the third wrong one ends it.
 * @returns the charge when the customer may try again, else nothing: it is decided
 */
export function answerChallenge(ledger: Ledger, charge: Challenged, code: string): Challenged | undefined {
  if (code === TEST_CODE) {
    end(ledger, charge, 'passed');
    return undefined;
  }
  const challenge = { ...charge.challenge, wrongCodes: charge.challenge.wrongCodes + 1 };
  if (challenge.wrongCodes >= MOST_WRONG_CODES) {
    end(ledger, { ...charge, challenge }, 'failed');
    return undefined;
  }
  const asked = { ...charge, challenge };
  ledger.save(asked);
  return asked;
}
