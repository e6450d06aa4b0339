import type { OnFile, PendingCallback } from '../charge.js';

export type RefundState =
  /** Taken on; it moves the money at `readyAt`, in ms since 1970. */
  | { status: 'pending'; readyAt: number }
  /** @property at when the money moved, in ms since 1970 */
  | { status: 'refunded'; at: number }
  | { status: 'refused'; code: string }
  /** The money had moved, and is back with the merchant since `backAt`, in ms since 1970. */
  | { status: 'taken_back'; at: number; backAt: number };

/** Money that goes back, or was asked for in vain, by its own idempotency key. */
export interface RefundRecord extends OnFile {
  kind: 'refund';
  key: string;
  id: string;
  /** The merchant side's own reference of the payment. */
  reference: string;
  /** The key of the charge or order whose money it is. */
  charge: string;
  amount: number; // minor units
  currency: string;
  /** How many requests for a refund came with this key. */
  calls: number;
  state: RefundState;
  callbackUrl: string;
  callback: PendingCallback | null;
}

/** A refund in the words of the payment API. Amounts are minor units. */
export const presentRefund = ({ key, id, reference, charge, amount, currency, state }: RefundRecord) => ({
  idempotency_key: key,
  id,
  status: state.status,
  reference,
  charge,
  amount,
  currency,
  ...(state.status === 'refused' && { decline_code: state.code }),
});
