import { toMajor } from '../../money/amounts.js';
import type { MerchantRecord } from '../../merchants/merchant.model.js';
import { ALL_METHODS } from '../../methods/index.js';
import type { FeeRule } from '../../vocabulary.js';
import { inMajor } from '../api/amounts.js';

function presentFee({ method, currency, basisPoints, fixed, minimum, maximum }: FeeRule) {
  const major = (minor: number) => (currency ? toMajor(minor, currency) : minor);
  return {
    ...(method && { method }),
    ...(currency && { currency }),
    percent_bps: basisPoints,
    fixed: major(fixed),
    ...(minimum !== undefined && { minimum: major(minimum) }),
    ...(maximum !== undefined && { maximum: major(maximum) }),
  };
}

/** A merchant for operators: everything but its keys. Amounts are in major units. */
export function presentMerchant(merchant: MerchantRecord) {
  return {
    id: merchant._id,
    name: merchant.name,
    mode: merchant.mode,
    status: merchant.status,
    methods: merchant.methods ?? ALL_METHODS,
    three_ds_policy: merchant.threeDsPolicy,
    late_money_policy: merchant.lateMoneyPolicy,
    minimums: inMajor(merchant.minimums),
    fees: merchant.fees.map(presentFee),
    accounts: merchant.accounts,
    privacy_url: merchant.privacyUrl ?? null,
    created_at: merchant.createdAt.toISOString(),
  };
}
