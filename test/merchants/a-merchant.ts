import { randomBytes } from 'node:crypto';
import type { MerchantRecord } from '../../src/merchants/merchant.model.js';
import { newTrxKey } from '../../src/merchants/trx.js';

/** A merchant as it is stored, with every choice at its default; `overrides` say what matters to the test. */
export function aMerchant(overrides: Partial<MerchantRecord> = {}): MerchantRecord {
  const id = overrides._id ?? `mer_${randomBytes(8).toString('hex')}`;
  return {
    _id: id,
    name: 'Blue Tea Shop',
    mode: 'test',
    status: 'active',
    publicKeyHash: id,
    secrets: [],
    trxKey: newTrxKey(id),
    methods: null,
    threeDsPolicy: 'required',
    lateMoneyPolicy: 'accept',
    minimums: {},
    fees: [],
    accounts: [],
    createdAt: new Date(),
    ...overrides,
  };
}
