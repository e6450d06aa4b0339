import type { presentDelivery } from '../../ipn/present-delivery.js';

type Delivery = ReturnType<typeof presentDelivery>;

/** What a status is called where there is no more to say than it; the API's words are for programs. */
export const STANDINGS: Record<Delivery['status'], string> = {
  pending: 'on its way',
  delivered: 'delivered',
  held: 'held',
  exhausted: 'exhausted',
};

/** How a delivery stands, for people: "retrying, 3 failed". */
export function standingOf({ status, attempts, delivered_at }: Delivery): string {
  const failed = attempts.filter(({ error }) => error !== null).length;
  if (status === 'pending' && delivered_at) return 'sending again';
  const word = status === 'pending' && failed > 0 ? 'retrying' : STANDINGS[status];
  return failed > 0 && status !== 'delivered' ? `${word}, ${failed} failed` : word;
}
