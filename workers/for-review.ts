import type { Changes } from '../src/payments/transition.js';

/** Money that a gateway says it has, in minor units, by its own name for it. */
interface Came {
  amount: number;
  currency: string;
  reference: string;
}

/** Puts what came before an operator. Until the decision the payment keeps its public status and does not expire. */
export function forReview(kind: 'amount_mismatch' | 'late_money', came: Came): Changes {
  const { amount, currency, reference } = came;
  return { review: { kind, openedAt: new Date(), amount, currency, reference } };
}
