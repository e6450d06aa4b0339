import { errorDetails, type Outcome } from './money.js';

/** What a card does once its page was passed. */
export interface Behaviour {
  outcome: Outcome;
  /** It is charged or declined at once, and the answer never comes. */
  hangs?: true;
  /** It is refused at once, by an answer that is no 200. */
  refused?: true;
}

const declined = (raw: string): Outcome => ({
  status: 'FAILED',
  errors: errorDetails('TRANSACTION_DECLINED', 'auth_declined', raw),
});
const PAID: Outcome = { status: 'SUCCESS' };

/** Cashfree's own test numbers are charged; those that end otherwise are the stand-in's. */
const CARDS = new Map<string, Behaviour>([
  ['4000000000000051', { outcome: declined('51') }],
  ['4000000000005407', { outcome: declined('54') }],
  ['4000000000000507', { outcome: declined('05') }],
  ['4000000000000044', { outcome: declined('05'), refused: true }],
  ['4000000000000770', { outcome: PAID, hangs: true }],
  ['4000000000000887', { outcome: declined('05'), hangs: true }],
]);

export const behaviourOf = (number: string): Behaviour => CARDS.get(number) ?? { outcome: PAID };
