import type { presentDelivery } from '../../ipn/present-delivery.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { standingOf } from '../deliveries/delivery-standing.js';

/** What a merchant has not been told of a payment. */
export interface Owed {
  text: string;
  /** When the next attempt is due, ISO 8601; null when none is. */
  next: string | null;
}

type Delivery = ReturnType<typeof presentDelivery>;

/** What has to happen before an attempt is made; nothing when one is due. */
const NEEDS: Record<Delivery['status'], string> = {
  pending: '',
  delivered: '',
  held: ' until its endpoint is enabled',
  exhausted: ': nothing more is tried unless somebody sends it again',
};

/**
 * The notifications of a payment that its merchant has not accepted yet, those too that are not stored yet: results are
 * published after the update that made them (outbox.ts).
 */
export function stillOwed({ unpublished, results }: PaymentRecord, deliveries: Delivery[]): Owed[] {
  const stored = new Set(deliveries.map(({ event_id }) => event_id));
  const unsent = unpublished ? results.filter(({ eventId }) => !stored.has(eventId)) : [];
  return [
    ...deliveries
      .filter(({ status, delivered_at }) => status !== 'delivered' && !delivered_at)
      .map((each) => ({
        text: `The merchant has not accepted ${each.type} yet: ${standingOf(each)}${NEEDS[each.status]}`,
        next: each.next_attempt_at,
      })),
    ...unsent.map(({ type }) => ({ text: `The merchant has not been told ${type} yet`, next: null })),
  ];
}
