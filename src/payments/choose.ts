import type { MethodName } from '../vocabulary.js';
import { amountsFor, feeFor } from '../money/fees.js';
import { newAttempt } from './attempts.js';
import type { Changes } from './transition.js';
import type { HostedPayment } from './hosted-payment.js';

/** The gateway account of what is offered; undefined when it is not. @param choice its name on the page */
export const accountFor = ({ checkout }: HostedPayment, method: MethodName, choice: string): string | undefined =>
  checkout.accounts[choice] ?? checkout.accounts[method];

/**
 * What choosing a method changes: the gateway account and the fee, by the rules frozen at initiation, and a new attempt
 * with its own key.
 * @param payment with the browser that chooses, which gateways are told of
 * @param choice its name on the page
 * @returns null for one that is not offered
 */
export function choose(payment: HostedPayment, method: MethodName, choice: string = method): Changes | null {
  const { fees } = payment.checkout;
  const account = accountFor(payment, method, choice);
  if (account === undefined) return null;
  const { currency, gross } = payment.amounts;
  const { charge, rule = null } = feeFor(fees, { method, currency, gross });
  return {
    method,
    account,
    fallbacks: payment.checkout.fallbacks?.[choice] ?? [],
    amounts: amountsFor({ currency, gross, charge }, payment.rate),
    fee: rule,
    attempts: [...payment.attempts, newAttempt(payment._id, payment.attempts.length + 1, account)],
    ...(payment.browser && { browser: payment.browser }),
    reason: null,
    inquiryCount: 0,
  };
}
