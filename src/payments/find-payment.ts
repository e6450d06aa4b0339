import Joi from 'joi';
import { merchantInactive, transactionNotFound, validationError, type FieldError } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { text } from '../validation/fields.js';
import { check, contextFor } from '../validation/validate.js';
import { TRX, trxOf } from '../merchants/trx.js';
import { identifier } from './order-fields.js';
import { readPayment, type PaymentRecord } from './payment.model.js';
import { publicStatus } from './states.js';

type Call = Pick<ApiRequest, 'merchant' | 'body'>;

/** Which payment a call is about. */
export const paymentQuerySchema = Joi.object<{ trx?: string; identifier?: string }>({
  trx: text(Infinity).description(
    'The transaction id. Needed unless `identifier` is sent; both must mean the same payment.',
  ),
  identifier: identifier().description('Your own id of the payment, for when the answer with the trx was lost.'),
});

/** What a call names; or what is wrong: both names are missing, or do not agree. */
type Named = { named: string; faults?: never } | { faults: FieldError[]; named?: never };

/** What a call names by our id, or by the merchant's own when the answer with ours was lost, each with its field. */
export function namedBy(
  [field, id]: [string, string | undefined],
  [ownField, own]: [string, string | undefined],
  idOf: (own: string) => string,
): Named {
  const named = own === undefined ? id : idOf(own);
  if (named === undefined) return { faults: [{ field, code: 'required', message: `${field} is required` }] };
  if (id !== undefined && id.toLowerCase() !== named.toLowerCase())
    return { faults: [{ field: ownField, code: 'contradiction', message: `${ownField} must be that of ${field}` }] };
  return { named };
}

/** The trx that a call names. */
export function namedTrx({ merchant, body }: Call): Named {
  const { value, errors } = check(paymentQuerySchema, body, contextFor(merchant));
  if (errors) return { faults: errors };
  return namedBy(['trx', value.trx], ['identifier', value.identifier], (own) => trxOf(merchant, own));
}

/** @throws {ApiError} validation_error with the faults of namedTrx() */
function requireNamed(call: Call): string {
  const { named, faults } = namedTrx(call);
  if (faults) throw validationError(faults);
  return named;
}

/**
 * The merchant's own payment with a trx. One that is unknown, no UUID, or another merchant's is the same 404, and so is
 * one whose order was never opened.
 * @throws {ApiError} transaction_not_found
 */
export async function readOwn({ merchant }: Pick<Call, 'merchant'>, named: string): Promise<PaymentRecord> {
  const payment = TRX.test(named) ? await readPayment(named.toLowerCase()) : null;
  const isOwn = payment?.merchantId === merchant._id && publicStatus(payment.status) !== 'abandoned';
  if (!isOwn) throw transactionNotFound();
  return payment;
}

/**
 * The merchant's own payment that a call names.
 * @throws {ApiError} validation_error when both names are missing or do not agree; transaction_not_found
 */
export async function findPayment(call: Call): Promise<PaymentRecord> {
  return readOwn(call, requireNamed(call));
}

/**
 * The same for a call that changes the payment. A suspended merchant is told so before whether there is such a payment.
 * @throws {ApiError} as findPayment(); merchant_inactive
 */
export async function findPaymentToChange(call: Call): Promise<PaymentRecord> {
  const named = requireNamed(call);
  if (call.merchant.status !== 'active') throw merchantInactive();
  return readOwn(call, named);
}
