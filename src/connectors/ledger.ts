import type { Window } from '../time.js';
import type { About } from './about.js';
import type { GatewayDispute } from './disputes.js';
import type { RefundAbout } from './refunds.js';

/** One movement of money in a gateway's own books. */
export interface SettledRecord {
  /** The key of our call; of a dispute, its own id. */
  key: string;
  /** Our trx. */
  trx: string;
  /** The gateway's reference of the movement: the one that CardResult, AsyncPaymentResult and RefundResult carry. */
  reference: string;
  /** Another one that they may carry in its place, where the gateway has two and may not have said both yet. */
  alias?: string;
  /** The books name a refund by an id of their own, as far as is known: no two of one key can be told apart by it. */
  isOwnName?: true;
  amount: number; // minor units of what came, below zero when it went back
  currency: string;
  at: Date;
  /** By what it moved; absent: by a payment, or a refund. `return`: a refund has failed, and its money is there again. */
  by?: 'dispute' | 'return';
}

/** A gateway's own books, which ours are compared with every day. Throws ConnectorError when nobody answered. */
export interface GatewayLedger {
  /** Seconds after the end of a day at which all of it is in the books; absent: LEDGER_DELAY. */
  readonly delay?: number;
  /**
   * A page of all money that moved within a window. A null cursor asks for the first page, or says that this was the
   * last.
   */
  list(window: Window, cursor: string | null): Promise<{ records: SettledRecord[]; nextCursor: string | null }>;
  /** The same of all disputes that were opened or closed; absent where they are not listed. */
  listDisputes?(
    window: Window,
    cursor: string | null,
  ): Promise<{ disputes: GatewayDispute[]; nextCursor: string | null }>;
  /** The money that a key of a payment, a refund or a dispute has moved, at any time; null when it has moved none. */
  find(about: About | RefundAbout): Promise<SettledRecord | null>;
}
