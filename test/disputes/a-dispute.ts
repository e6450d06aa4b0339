import type { Dispute } from '../../src/payments/dispute.js';

const WEEK_MS = 7 * 86_400_000;

/** An open dispute over all of 49.90 EUR; `overrides` say what matters to the test. */
export const aDispute = (overrides: Partial<Dispute> = {}): Dispute => ({
  id: 'dp_1',
  amount: 4990,
  currency: 'EUR',
  reason: 'fraudulent',
  openedAt: new Date(),
  respondBy: new Date(Date.now() + WEEK_MS),
  state: 'open',
  ...overrides,
});
