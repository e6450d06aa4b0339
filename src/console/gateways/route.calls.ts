import Joi from 'joi';
import { merchantInactive, methodNotEnabled } from '../../errors.js';
import { explainRoute } from '../../gateways/explain-route.js';
import { refreshAccounts } from '../../gateways/accounts.js';
import type { Route } from '../../gateways/why-not.js';
import { findMerchant } from '../../merchants/manage-merchants.js';
import { mayUse, type MerchantRecord } from '../../merchants/merchant.model.js';
import { ALL_METHODS } from '../../methods/index.js';
import { cardNeeds } from '../../methods/card/initiate.js';
import { toMinor } from '../../money/amounts.js';
import { currency, formed, oneOf, siblingsOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { WALLETS, type MethodName, type Wallet } from '../../vocabulary.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { listOf } from '../api/list-query.js';

interface RouteQuery {
  merchant: string;
  method: MethodName;
  currency: string;
  amount: string;
  wallet?: Wallet;
}

const DECIMAL = /^[0-9]{1,15}(\.[0-9]{1,4})?$/;

/** An amount as people write it, in major units of the currency beside it. */
const amount = formed({ pattern: DECIMAL.source }, (value, helpers) => {
  const { currency: code } = siblingsOf(helpers);
  const isAmount = DECIMAL.test(value) && typeof code === 'string' && typeof toMinor(Number(value), code) === 'number';
  return isAmount ? value : helpers.error('fee.amount');
}).description('In major units, such as 49.90');

const query: Joi.ObjectSchema<RouteQuery> = Joi.object({
  merchant: text(255).required().description('mer_…'),
  method: oneOf(...ALL_METHODS).required(),
  currency: currency().required(),
  amount: amount.required(),
  wallet: oneOf(...WALLETS).description('Of the method wallet'),
});

function wantedBy(merchant: MerchantRecord, { method, currency, amount, wallet }: RouteQuery): Route {
  const minor = Number(toMinor(Number(amount), currency)); // the schema has checked that it is one
  const needs = method === 'card' ? cardNeeds(merchant) : {};
  return { method, currency, amount: minor, ...needs, ...(method === 'wallet' && wallet && { wallet }) };
}

/**
 * Which accounts a payment of a merchant would be tried at, in their order, and why each other one would not.
 * @throws {ApiError} validation_error, merchant_not_found, merchant_inactive, method_not_enabled
 */
export async function explainForMerchant(request: Pick<ConsoleRequest, 'query'>) {
  const asked = validateForOperator(query, request.query);
  await refreshAccounts();
  const merchant = await findMerchant(asked.merchant);
  if (merchant.status !== 'active') throw merchantInactive();
  if (!mayUse(merchant, asked.method)) throw methodNotEnabled(asked.method);
  const explained = explainRoute(merchant, wantedBy(merchant, asked));
  return listOf(
    explained.map(({ account: { _id: account, connector }, place, text }) => ({ account, connector, place, text })),
    null,
  );
}

export const routeCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/route',
    role: 'viewer',
    about: 'Which gateway accounts a payment would be tried at, in their order, and why each other one would not',
    query,
    gives: { listOf: 'RoutedAccount' },
    refusals: { 403: 'merchant_inactive or method_not_enabled', 404: 'merchant_not_found' },
    answer: explainForMerchant,
  },
];
