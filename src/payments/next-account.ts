import type { Account } from '../gateways/account.model.js';
import { findAccount } from '../gateways/accounts.js';
import { isLeftAlone } from '../gateways/breaker.js';
import { callLimit } from '../gateways/call-limit.js';
import { areCredentialsReadable } from '../gateways/connectors.js';
import { inSeconds } from '../time.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import { answered, newAttempt, withCurrent } from './attempts.js';
import { kindOf } from './kind-of.js';
import type { PaymentRecord } from './payment.model.js';
import type { Attempt } from './payment-parts.js';
import { postpone } from './transition.js';

/** Calls that may follow one another at an account before a job may think that nobody asks any more. */
const CALLS = 3;

/** Whether 3-D Secure must be done, which an account may have lost since the payment was routed. */
const needsThreeDs = (payment: PaymentRecord): boolean =>
  kindOf(payment) === 'card' && (payment.threeDs?.policy ?? 'required') === 'required';

/** The accounts that were asked at this try. One that took nothing of an earlier one may take this one. */
function triedNow({ attempts, account }: PaymentRecord): (string | undefined)[] {
  const earlier = attempts.slice(0, -1);
  const first = earlier.findLastIndex(({ passedOn }) => !passedOn) + 1;
  return [account, ...earlier.slice(first).map((attempt) => attempt.account)];
}

/** The account that is asked next, when the current one has provably taken nothing; undefined when there is none left. */
export function findNextAccount(payment: PaymentRecord): Account | undefined {
  const { fallbacks = [] } = payment;
  const tried = triedNow(payment);
  const left = fallbacks
    .filter((id) => !tried.includes(id))
    .flatMap((id) => findAccount(id) ?? [])
    .filter(({ status, threeDs }) => status === 'active' && (threeDs || !needsThreeDs(payment)))
    .filter(areCredentialsReadable);
  return left.find(({ _id }) => !isLeftAlone(_id)) ?? left[0];
}

/**
 * Stores other attempts of a payment that stays where it is, until whoever asks now must have ended.
 * @returns the payment with them; null when somebody else has changed the payment
 */
async function keepAsking(
  payment: PaymentRecord,
  changes: Pick<PaymentRecord, 'attempts' | 'account'>,
): Promise<PaymentRecord | null> {
  const at = inSeconds(CALLS * callLimit(changes.account) + 1);
  if (!(await postpone(payment, at, changes))) return null;
  const next = payment.next && { ...payment.next, at };
  return { ...payment, ...changes, version: payment.version + 1, ...(next && { next }) };
}

/**
 * Leaves the order of the current attempt, which is about to be closed: nobody opens it any more.
 * @returns the payment with that; null when somebody else has changed the payment
 */
export const leaveOrder = (payment: PaymentRecord): Promise<PaymentRecord | null> =>
  keepAsking(payment, { account: payment.account, attempts: withCurrent(payment, { left: true }) });

/**
 * Stores a new attempt at another account, with its own key, before anything is asked there. The current one has taken
 * nothing, and never will.
 * @param answer what the current attempt came to
 * @returns the payment with it; null when somebody else has changed the payment
 */
export async function passOn(
  payment: PaymentRecord,
  { _id: account }: Account,
  answer: Pick<Attempt, 'outcome' | 'reference' | 'gatewayCode'>,
): Promise<PaymentRecord | null> {
  const attempts = [
    ...answered(payment, { ...answer, account: payment.account, passedOn: true }),
    newAttempt(payment._id, payment.attempts.length + 1, account),
  ];
  const passed = await keepAsking(payment, { attempts, account });
  if (passed)
    logger.info('payment.passed_on', { ...aboutPayment(payment), from: payment.account, account, why: answer.outcome });
  return passed;
}
