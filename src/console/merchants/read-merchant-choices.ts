import Joi from 'joi';
import { validationError } from '../../errors.js';
import { contextOf, currency, earlierOf, notBlank, oneOf, siblingsOf, text, url } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { toMinor } from '../../money/amounts.js';
import { isCurrency } from '../../money/currencies.js';
import { allAccounts, findAccount } from '../../gateways/accounts.js';
import type { MerchantChoices } from '../../merchants/manage-merchants.js';
import { ALL_METHODS } from '../../methods/index.js';
import { amounts, inMinor } from '../api/amounts.js';
import {
  LATE_MONEY_POLICIES,
  MODES,
  THREE_DS_POLICIES,
  type FeeRule,
  type LateMoneyPolicy,
  type MethodName,
  type Mode,
  type ThreeDsPolicy,
} from '../../vocabulary.js';

interface WrittenFee {
  method?: MethodName;
  currency?: string;
  percent_bps?: number;
  fixed?: number;
  minimum?: number;
  maximum?: number;
}

/** A merchant as operators write it: amounts in major units. */
interface WrittenMerchant {
  name: string;
  mode: Mode;
  methods?: MethodName[];
  three_ds_policy?: ThreeDsPolicy;
  late_money_policy?: LateMoneyPolicy;
  minimums?: Record<string, number>;
  fees?: WrittenFee[];
  accounts?: string[];
  privacy_url?: string;
}

/** An amount in major units of the currency beside it: without a currency 0.30 would be cents here and yen there. */
const feeAmount = Joi.number().custom((value: number, helpers) => {
  const { currency: code } = siblingsOf(helpers);
  if (typeof code !== 'string') return helpers.error('fee.currency');
  if (!isCurrency(code)) return value; // which the currency's own fault says
  return value === 0 || typeof toMinor(value, code) === 'number' ? value : helpers.error('fee.amount');
});

const feeFields = {
  method: oneOf(...ALL_METHODS),
  currency: currency(),
  percent_bps: Joi.number().integer().min(0).max(10_000),
  fixed: feeAmount.allow(0), // as a rule for every currency is shown
  minimum: feeAmount,
  maximum: feeAmount.custom((value: number, helpers) => {
    const { minimum } = siblingsOf(helpers);
    return typeof minimum === 'number' && value < minimum ? helpers.error('fee.maximum') : value;
  }),
};

const fee = Joi.object(feeFields).custom((rule: WrittenFee, helpers) => {
  // A misspelled name would be a fee of 0 without a word.
  const isKnown = (name: string) => Object.hasOwn(feeFields, name);
  if (!Object.keys(helpers.original as object).every(isKnown))
    return helpers.error('fee.field', { limit: Object.keys(feeFields).join(', ') });
  const { method, currency: code } = rule;
  const isRepeated = earlierOf(helpers).some((earlier) => earlier?.method === method && earlier?.currency === code);
  return isRepeated ? helpers.error('fee.repeated') : rule;
});

const someOf = (...values: string[]) =>
  Joi.array()
    .items(oneOf(...values))
    .unique()
    .meta({ uniqueItems: true });

const threeDsPolicy = oneOf(...THREE_DS_POLICIES);
const lateMoneyPolicy = oneOf(...LATE_MONEY_POLICIES);

/** A payment is tried at three of them at most. */
export const MOST_ACCOUNTS = 50;

/** Of a gateway account. Those there are change while the process runs. */
const accountId = Joi.string()
  .custom((id: string, helpers) => {
    const account = findAccount(id);
    if (!account) {
      const known = allAccounts().map(({ _id }) => _id);
      return helpers.error('any.only', { limit: `one of ${known.join(', ')}` });
    }
    const { merchantMode: mode = account.mode } = contextOf(helpers);
    return account.mode === mode ? id : helpers.error('account.mode', { limit: `${mode} mode, which ${id} is not` });
  })
  .description("The id of a gateway account of the merchant's mode");

/** Customers follow it from the hosted page, which is https itself. */
const privacyUrl = url((value) => (/^https:/i.test(value) ? null : 'privacy_url must be an https URL'));

const choices = {
  methods: someOf(...ALL_METHODS).description('null: every method, those that come later too'),
  three_ds_policy: threeDsPolicy,
  late_money_policy: lateMoneyPolicy,
  minimums: amounts,
  fees: Joi.array().items(fee),
  accounts: Joi.array().items(accountId).unique().max(MOST_ACCOUNTS).meta({ uniqueItems: true }),
  privacy_url: privacyUrl.description("The merchant's page about privacy, which the hosted page leads to; null: none"),
};

/** A new merchant. */
export const merchantSchema: Joi.ObjectSchema<WrittenMerchant> = Joi.object({
  name: text(255).required(),
  mode: oneOf(...MODES).required(),
  ...choices,
});

/** What may change of one. Its keys say which mode they are for, so that stays. */
export const merchantChangeSchema: Joi.ObjectSchema<Partial<WrittenMerchant>> = Joi.object({
  name: notBlank(text(255)),
  mode: Joi.forbidden(),
  ...choices,
  three_ds_policy: notBlank(threeDsPolicy),
  late_money_policy: notBlank(lateMoneyPolicy),
  privacy_url: notBlank(privacyUrl),
});

/** In minor units; the schema has checked that it fits the currency. */
const minor = (amount: number, code: string | undefined): number =>
  amount === 0 || code === undefined ? 0 : Number(toMinor(amount, code));

const feeRule = ({ method, currency: code, percent_bps = 0, fixed = 0, minimum, maximum }: WrittenFee): FeeRule => ({
  ...(method && { method }),
  ...(code && { currency: code }),
  basisPoints: percent_bps,
  fixed: minor(fixed, code),
  ...(minimum !== undefined && { minimum: minor(minimum, code) }),
  ...(maximum !== undefined && { maximum: minor(maximum, code) }),
});

/** In our own units and names. */
function inOurUnits(written: Partial<WrittenMerchant>): Omit<Partial<MerchantChoices>, 'name' | 'mode'> {
  const { methods, three_ds_policy, late_money_policy, minimums, fees, accounts, privacy_url } = written;
  return {
    ...(methods && { methods }),
    ...(three_ds_policy && { threeDsPolicy: three_ds_policy }),
    ...(late_money_policy && { lateMoneyPolicy: late_money_policy }),
    ...(minimums && { minimums: inMinor(minimums) }),
    ...(fees && { fees: fees.map(feeRule) }),
    ...(accounts && { accounts }),
    ...(privacy_url && { privacyUrl: privacy_url }),
  };
}

/**
 * What an operator chose for a new merchant, in our own units.
 * @throws {ApiError} validation_error with every fault
 */
export function readMerchantChoices(body: object): MerchantChoices {
  const written = MODES.find((each) => 'mode' in body && body.mode === each);
  const { name, mode, ...rest } = validateForOperator(merchantSchema, body, written);
  return { name, mode, ...inOurUnits(rest) };
}

/** What is to change, in our own units. Methods may be null: all of them; so may the privacy page: none. */
export type MerchantChanges = Partial<Omit<MerchantChoices, 'mode' | 'methods'>> & { methods?: MethodName[] | null };

/**
 * What an operator wants changed of a merchant of that mode: only what was sent, each of it as a whole.
 * @throws {ApiError} validation_error with every fault, or when there is nothing to change
 */
export function readMerchantChanges(body: object, merchantMode: Mode): MerchantChanges {
  const { name, ...rest } = validateForOperator(merchantChangeSchema, body, merchantMode);
  // The check takes null for absent.
  const every = 'methods' in body && body.methods === null;
  const noPage = 'privacy_url' in body && body.privacy_url === null;
  const changes = {
    ...(name !== undefined && { name }),
    ...inOurUnits(rest),
    ...(every && { methods: null }),
    ...(noPage && { privacyUrl: null }),
  };
  if (Object.keys(changes).length > 0) return changes;
  const message = `at least one of name, ${Object.keys(choices).join(', ')} is required`;
  throw validationError([{ field: 'name', code: 'required', message }]);
}
