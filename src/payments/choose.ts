import type { MethodName } from '../vocabulary.js';
import { amountsFor, feeFor } from '../money/fees.js';
import { newAttempt } from './attempts.js';
import type { Changes } from './transition.js';
import type { HostedPayment } from './hosted-payment.js';

/**
 * What choosing a method changes: the gateway account and the fee, by the rules frozen at initiation, and a new attempt
 * with its own key.
 * @returns null for a method that is not offered
 */
export function choose(payment: HostedPayment, method: MethodName): Changes | null {
  const { accounts, fees } = payment.checkout;
  const account = accounts[method];
  if (account === undefined) return null;
  const { currency, gross } = payment.amounts;
  const { charge, rule = null } = feeFor(fees, { method, currency, gross });
  return {
    method,
    account,
    amounts: amountsFor({ currency, gross, charge }, payment.rate),
    fee: rule,
    attempts: [...payment.attempts, newAttempt(payment._id, payment.attempts.length + 1)],
    reason: null,
    inquiryCount: 0,
  };
}
