import type { ObjectSchema } from 'joi';
import { merchantInactive, methodNotEnabled, noFlowAvailable, validationError, type FieldError } from '../errors.js';
import { describeFault } from '../validation/faults.js';
import type { JsonObject } from '../http/json-body.js';
import { check, contextFor } from '../validation/validate.js';
import { mayUse, type MerchantRecord } from '../merchants/merchant.model.js';
import type { MethodName } from '../vocabulary.js';
import { toMinor } from '../money/amounts.js';
import { isCurrency } from '../money/currencies.js';
import { feeFor, isSwallowedByFee } from '../money/fees.js';
import { boundsOf, findRoute } from '../gateways/find-route.js';
import type { Account } from '../gateways/accounts.js';
import type { Order } from './draft-payment.js';

interface Call {
  merchant: MerchantRecord;
  body: JsonObject;
  method: MethodName;
  /** The method as people write it, when that is not its name. */
  label?: string;
}

/** The amount of a body in minor units; null when it is no amount, which the field's own fault says. */
export function minorOf(amount: unknown, currency: string): number | null {
  const minor = typeof amount === 'number' ? toMinor(amount, currency) : null;
  return typeof minor === 'number' ? minor : null;
}

/** An amount that leaves the merchant nothing (contract 9). */
export const SWALLOWED: FieldError = { field: 'amount', ...describeFault('amount.swallowed', { label: 'amount' }) };

function swallowed({ merchant, body, method }: Call): FieldError[] {
  const { amount, currency } = body;
  const gross = isCurrency(currency) ? minorOf(amount, currency) : null;
  if (gross === null || !isCurrency(currency)) return [];
  const { charge } = feeFor(merchant.fees, { method, currency, gross });
  return isSwallowedByFee({ gross, charge }) ? [SWALLOWED] : [];
}

const isOfKey = ({ field }: FieldError): boolean => field === 'public_key';

/** Faults in field order: only the key's comes before that of the amount. */
function faultsOf(call: Call, found: FieldError[]): FieldError[] {
  if (found.some(({ field }) => field === 'amount')) return found;
  return [...found.filter(isOfKey), ...swallowed(call), ...found.filter((fault) => !isOfKey(fault))];
}

/**
 * The checks of an initiate call in the order of contract 2: fields, merchant and method, route.
 * @throws {ApiError} validation_error, merchant_inactive, method_not_enabled, no_flow_available
 */
export function checkedOrder<T extends Order>(
  schema: ObjectSchema<T>,
  call: Call,
): { request: T; order: Order; route: Account } {
  const { merchant, body, method, label = method } = call;
  const currency = isCurrency(body.currency) ? body.currency : undefined;
  const route = currency ? findRoute(merchant, method, currency) : null;
  const bounds = currency ? boundsOf(merchant, route, currency) : undefined;
  const { value, errors } = check(schema, body, { ...contextFor(merchant), bounds });
  const faults = faultsOf(call, errors ?? []);
  if (!value || faults.length > 0) throw validationError(faults);
  if (merchant.status !== 'active') throw merchantInactive();
  if (!mayUse(merchant, method)) throw methodNotEnabled(label);
  if (!route) throw noFlowAvailable();
  // toMinor() refuses nothing here: the schema has just asked it.
  return { request: value, order: { ...value, amount: Number(toMinor(value.amount, value.currency)) }, route };
}
