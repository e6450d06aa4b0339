import { randomBytes, randomUUID } from 'node:crypto';
import type { DiscrepancyRecord } from '../../src/reconciliation/discrepancy.model.js';

/** An open difference as it is stored: 49.90 EUR there and 40.00 here; `overrides` say what matters to the test. */
export function aDiscrepancy(overrides: Partial<DiscrepancyRecord> = {}): DiscrepancyRecord {
  const at = new Date();
  const trx = randomUUID();
  return {
    _id: `dif_${randomBytes(12).toString('hex')}`,
    gateway: 'sandbox',
    account: 'sandbox-card',
    day: '2021-01-31',
    kind: 'amount_differs',
    trx,
    merchantId: 'mer_of-a-test',
    key: `${trx}-1`,
    attempt: { no: 1, of: 1 },
    theirs: { amount: 4990, currency: 'EUR', at, reference: 'ch_1' },
    ours: { amount: 4000, currency: 'EUR', at },
    state: 'open',
    createdAt: at,
    ...overrides,
  };
}
