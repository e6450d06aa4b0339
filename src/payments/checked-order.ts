import type { ObjectSchema } from 'joi';
import { merchantInactive, methodNotEnabled, noFlowAvailable, validationError, type FieldError } from '../errors.js';
import { describeFault } from '../validation/faults.js';
import type { JsonObject } from '../http/json-body.js';
import { check, contextFor } from '../validation/validate.js';
import { mayUse, type MerchantRecord } from '../merchants/merchant.model.js';
import type { MethodName } from '../vocabulary.js';
import { toMinor } from '../money/amounts.js';
import { isCurrency } from '../money/currencies.js';
import { feeFor, isSwallowedByFee, type Fee } from '../money/fees.js';
import { boundsOf, findTaker, type Taker } from '../gateways/find-route.js';
import type { Route } from '../gateways/why-not.js';
import type { Order } from './draft-payment.js';

interface Call {
  merchant: MerchantRecord;
  body: JsonObject;
  method: MethodName;
  /** The method as people write it, when that is not its name. */
  label?: string;
  /** What else it asks of the account that is to take it: bounds are those of the accounts that can. */
  asks?: Pick<Route, 'wallet' | 'threeDsRequired'>;
}

/** The amount of a body in minor units; null when it is no amount, which the field's own fault says. */
export function minorOf(amount: unknown, currency: string): number | null {
  const minor = typeof amount === 'number' ? toMinor(amount, currency) : null;
  return typeof minor === 'number' ? minor : null;
}

/** An amount that leaves the merchant nothing (contract 9). It comes first: the key before it has no fault by then. */
export const SWALLOWED: FieldError = { field: 'amount', ...describeFault('amount.swallowed', { label: 'amount' }) };

/** The amount in minor units, and its fee; null for a body without an amount of a currency. */
function pricedOrder({ merchant, body, method }: Call) {
  const { amount, currency } = body;
  const gross = isCurrency(currency) ? minorOf(amount, currency) : null;
  if (gross === null || !isCurrency(currency)) return null;
  const fee = feeFor(merchant.fees, { method, currency, gross });
  return { gross, fee, isSwallowed: isSwallowedByFee({ gross, charge: fee.charge }) };
}

/**
 * The checks of an initiate call in the order of contract 2: fields, merchant and method, route.
 * @throws {ApiError} validation_error, merchant_inactive, method_not_enabled, no_flow_available
 */
export function checkedOrder<T extends Order>(
  schema: ObjectSchema<T>,
  call: Call,
): { request: T; order: Order; route: Taker; fee: Fee } {
  const { merchant, body, method, label = method, asks } = call;
  const currency = isCurrency(body.currency) ? body.currency : undefined;
  const bounds = currency ? boundsOf(merchant, { method, currency, ...asks }) : undefined;
  const { value, errors = [] } = check(schema, body, { ...contextFor(merchant), bounds });
  const priced = errors.some(({ field }) => field === 'amount') ? null : pricedOrder(call);
  const faults = priced?.isSwallowed ? [SWALLOWED, ...errors] : errors;
  if (!value || !priced || faults.length > 0) throw validationError(faults);
  if (merchant.status !== 'active') throw merchantInactive();
  if (!mayUse(merchant, method)) throw methodNotEnabled(label);
  const { currency: of } = value;
  const route = findTaker(merchant, { method, currency: of, amount: priced.gross, ...asks });
  if (!route) throw noFlowAvailable();
  return { request: value, order: { ...value, amount: priced.gross }, route, fee: priced.fee };
}
