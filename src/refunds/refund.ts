import type { ApiRequest } from '../api/api-route.js';
import { merchantInactive, refundNotFound, validationError } from '../errors.js';
import { refundIdOf, TRX } from '../merchants/trx.js';
import { namedBy, namedTrx, readOwn } from '../payments/find-payment.js';
import { check, contextFor, validate } from '../validation/validate.js';
import { executeRefund } from './execute-refund.js';
import { presentRefund } from './present-refund.js';
import { refundQuerySchema, refundSchema } from './refund-fields.js';
import { findRefund, reserveRefund } from './reserve-refund.js';

/** POST /h2h/refund: sends money of a payment back, all that is left or a part. */
export async function refund({ merchant, body, idempotencyKey, trace }: ApiRequest): Promise<object> {
  const { named, faults } = namedTrx({ merchant, body });
  const { value, errors } = check(refundSchema, body, contextFor(merchant));
  if (!value || faults) throw validationError([...(faults ?? []), ...(errors ?? [])]);
  if (merchant.status !== 'active') throw merchantInactive();
  const payment = await readOwn({ merchant }, named);
  const { refund_identifier: identifier, ...wish } = value;
  const id = refundIdOf(merchant, identifier);
  const order = { ...wish, id, identifier, actor: 'merchant', idempotencyKey, trace };
  return { status: 'success', ...(await executeRefund(await reserveRefund(payment, order))) };
}

/** The refund_id that a call names. @throws {ApiError} validation_error when both names are missing or do not agree */
function namedRefund({ merchant, body }: ApiRequest): string {
  const { refund_id: id, refund_identifier: own } = validate(refundQuerySchema, body, contextFor(merchant));
  const idOf = (identifier: string) => refundIdOf(merchant, identifier);
  const { named, faults } = namedBy(['refund_id', id], ['refund_identifier', own], idOf);
  if (faults) throw validationError(faults);
  return named;
}

/** POST /h2h/refund/status: where a refund stands. @throws {ApiError} refund_not_found */
export async function refundStatus(request: ApiRequest): Promise<object> {
  const named = namedRefund(request);
  const found = TRX.test(named) ? await findRefund(named.toLowerCase()) : null;
  if (found?.payment.merchantId !== request.merchant._id) throw refundNotFound();
  return { status: 'success', ...presentRefund(found.payment, found.refund) };
}
