import type { OnFile, PendingCallback } from '../charge.js';

/** Times are ms since 1970. */
export type DisputeState =
  /** The customer is going to dispute the charge. */
  | { status: 'due'; at: number }
  /** All the money had gone back by then: there was nothing left to dispute. */
  | { status: 'dropped' }
  | { status: 'open'; openedAt: number; respondBy: number }
  | { status: 'won' | 'lost'; openedAt: number; respondBy: number; closedAt: number };

/** A charge whose customer wants the money back from the bank. */
export interface DisputeRecord extends OnFile {
  kind: 'dispute';
  /** Its id: nobody asked for it, so there is no key of theirs. */
  key: string;
  /** The merchant side's own reference of the payment. */
  reference: string;
  /** The key of the charge. */
  charge: string;
  amount: number; // minor units: of the charge until it is opened, then what is disputed
  currency: string;
  reason: string;
  state: DisputeState;
  callbackUrl: string;
  callback: PendingCallback | null;
}

/** One that the merchant side can see. */
export type SeenDispute = DisputeRecord & { state: Exclude<DisputeState, { status: 'due' | 'dropped' }> };

export const isSeen = (record: DisputeRecord): record is SeenDispute =>
  record.state.status !== 'due' && record.state.status !== 'dropped';

const iso = (at: number) => new Date(at).toISOString();

/** A dispute in the words of the payment API. Amounts are minor units. */
export const presentDispute = ({ key, reference, charge, amount, currency, reason, state }: SeenDispute) => ({
  id: key,
  status: state.status,
  reference,
  charge,
  amount,
  currency,
  reason,
  opened_at: iso(state.openedAt),
  respond_by: iso(state.respondBy),
  closed_at: state.status === 'open' ? null : iso(state.closedAt),
});
