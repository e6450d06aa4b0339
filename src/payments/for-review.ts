import type { MoneyReview } from './payment-parts.js';

/** Money that a gateway says it has, in minor units, by its own name for it; of one that has told nothing, 0. */
type Came = Pick<MoneyReview, 'amount' | 'currency' | 'reference'>;

/** What puts a payment's money before an operator, who judges it. */
export const forReview = (
  kind: MoneyReview['kind'],
  { amount, currency, reference }: Came,
): { review: MoneyReview } => ({ review: { kind, openedAt: new Date(), amount, currency, reference } });
