import { paymentDisputed, paymentNotRefundable, refundNotSupported, validationError } from '../errors.js';
import { accountNamed } from '../gateways/accounts.js';
import { gatewayOf, refundsOf } from '../gateways/connectors.js';
import { multipleOf } from '../gateways/why-not.js';
import { formatAmount, toMinor } from '../money/amounts.js';
import { exponentOf } from '../money/currencies.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { leftOf, moneyOf, refundableOf, type Money } from '../payments/refunded.js';
import { publicStatus } from '../payments/states.js';
import { DAY_MS } from '../time.js';
import { describeFault } from '../validation/faults.js';

/** The most refunds of one payment, failed ones too: all of them lie in it. */
const MOST_REFUNDS = 200;

/** What a payment's gateway gives back of it. */
export interface Refundable {
  /** What came of the payment. */
  came: Money;
  /** Whether it can go back in parts. */
  parts: boolean;
  /** Of which an amount must be a multiple, in minor units. */
  multiple: number;
}

/**
 * Whether money of a payment can go back at all.
 * @param isOperator a person may also send back what was refused and so never became a success
 * @throws {ApiError} payment_not_refundable, refund_not_supported
 */
export function requireRefundable(payment: PaymentRecord, isOperator: boolean): Refundable {
  const came = moneyOf(payment);
  if (!came || (!isOperator && publicStatus(payment.status) !== 'success')) throw paymentNotRefundable();
  const capabilities = refundsOf(payment.account)?.capabilities;
  if (!capabilities) throw refundNotSupported('The gateway of this payment cannot give money back');
  const account = accountNamed(payment.account);
  if (capabilities.asks === 'told' && account.status === 'closed')
    throw refundNotSupported(
      'The gateway account of this payment is closed: nobody would hear what became of the refund',
    );
  const { days, parts } = capabilities;
  if (Date.now() - came.at.getTime() > days * DAY_MS)
    throw refundNotSupported(`The gateway gives money back for ${days} days`);
  if ((payment.refunds ?? []).length >= MOST_REFUNDS)
    throw refundNotSupported(`A payment takes at most ${MOST_REFUNDS} refunds`);
  const { method } = payment;
  return { came, parts, multiple: multipleOf(gatewayOf(account), { method, currency: came.currency }) };
}

const refuse = (fault: string, limit?: string) =>
  validationError([{ field: 'amount', ...describeFault(fault, { label: 'amount', limit }) }]);

/**
 * The minor units to send back: what is asked for, or all that is left and no dispute covers.
 * @param asked in major units
 * @throws {ApiError} validation_error on `amount` that names what is left, or of what it must be a multiple;
 *   payment_disputed, refund_not_supported
 */
export function amountToRefund(
  payment: PaymentRecord,
  asked: number | undefined,
  { came, parts, multiple }: Refundable,
): number {
  const { currency } = came;
  const left = leftOf(payment);
  const free = refundableOf(payment);
  const minor = asked === undefined ? free : toMinor(asked, currency);
  if (minor === 'not_positive') throw refuse('amount.not_positive');
  if (minor === 'too_many_decimals') throw refuse('amount.decimals', `${exponentOf(currency)} decimals in ${currency}`);
  if (minor === 'unsafe' || minor > left || left === 0)
    throw refuse('amount.max', `${formatAmount(left, currency)}, which is what is left`);
  if (minor % multiple !== 0) throw refuse('amount.multiple', formatAmount(multiple, currency));
  if (minor > free || free === 0) throw paymentDisputed(formatAmount(free, currency));
  if (!parts && minor !== came.amount) throw refundNotSupported('The gateway gives back the whole amount only');
  return minor;
}
