import type { Account } from '../gateways/account.model.js';
import { findAccount } from '../gateways/accounts.js';
import { isLeftAlone } from '../gateways/breaker.js';
import { areCredentialsReadable } from '../gateways/connectors.js';
import type { MethodName } from '../vocabulary.js';
import { amountsFor, feeFor } from '../money/fees.js';
import { newAttempt } from './attempts.js';
import type { Changes } from './transition.js';
import type { HostedPayment } from './hosted-payment.js';

/** Later ones come last: whose gateway did not answer lately, and who was paused or became unreadable since. */
function rankOf(account: Account | undefined): number {
  if (!account || account.status !== 'active' || !areCredentialsReadable(account)) return 2;
  return isLeftAlone(account._id) ? 1 : 0;
}

/**
 * The gateway accounts of what is offered, the first one first. Those that were closed since take nothing; one that was
 * paused since is asked where there is no other, for the payment is under way.
 */
function accountsOf({ checkout }: HostedPayment, method: MethodName, choice: string): string[] {
  const first = checkout.accounts[choice] ?? checkout.accounts[method];
  const all = first === undefined ? [] : [first, ...(checkout.fallbacks?.[choice] ?? [])];
  return all
    .filter((id) => findAccount(id)?.status !== 'closed')
    .toSorted((a, b) => rankOf(findAccount(a)) - rankOf(findAccount(b)));
}

/** The gateway account of what is offered; undefined when it is not. @param choice its name on the page */
export const accountFor = (payment: HostedPayment, method: MethodName, choice: string): string | undefined =>
  accountsOf(payment, method, choice)[0];

/**
 * What choosing a method changes: the gateway account and the fee, by the rules frozen at initiation, and a new attempt
 * with its own key.
 * @param payment with the browser that chooses, which gateways are told of
 * @param choice its name on the page
 * @returns null for one that is not offered
 */
export function choose(payment: HostedPayment, method: MethodName, choice: string = method): Changes | null {
  const { fees } = payment.checkout;
  const [account, ...fallbacks] = accountsOf(payment, method, choice);
  if (account === undefined) return null;
  const { currency, gross } = payment.amounts;
  const { charge, rule = null } = feeFor(fees, { method, currency, gross });
  return {
    method,
    account,
    fallbacks,
    amounts: amountsFor({ currency, gross, charge }, payment.rate),
    fee: rule,
    attempts: [...payment.attempts, newAttempt(payment._id, payment.attempts.length + 1, account)],
    ...(payment.browser && { browser: payment.browser }),
    reason: null,
    inquiryCount: 0,
  };
}
