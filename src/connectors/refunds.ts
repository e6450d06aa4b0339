import type { About } from './about.js';

/** Why a gateway does not give money back, in our words. */
export type RefundRefusal = 'refused' | 'account_closed' | 'no_funds' | 'disputed';

/** What a gateway knows of one refund's key. Amounts are integers in minor units. */
export type RefundResult =
  | { outcome: 'refunded'; reference: string; amount: number; currency: string }
  /** The gateway has taken it on, and will say later: perhaps in days. */
  | { outcome: 'pending'; reference?: string }
  /** Also when it had succeeded, and the gateway has taken it back since. */
  | { outcome: 'refused'; reason: RefundRefusal; gatewayCode: string; reference?: string }
  /** The gateway has never heard of the key. It may still get an earlier call of ours late. */
  | { outcome: 'unknown' };

/** What every call about a refund is about: its own key, amount, currency and time, and whose money it gives back. */
export interface RefundAbout extends About {
  charge: {
    key: string;
    /** The gateway's own id of what was paid. */
    reference?: string;
    /** That of the order by which it was paid, where there was one: some want both. */
    order?: string;
    at: Date;
  };
}

export interface RefundRequest {
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  /** For the customer's statement, where the gateway takes one. */
  note?: string;
}

/** What a gateway can do about refunds, as data: whoever asks for one is told before anything is asked of the gateway. */
export interface RefundCapabilities {
  /** Whether a payment can be given back in parts. */
  parts: boolean;
  /** For how many days after it came the money can be given back. */
  days: number;
  /** By what it is asked about a refund; `told`: it cannot be asked, and only tells. */
  asks: 'key' | 'reference' | 'told';
  /** Whether it may say that a refund is on its way. */
  pending: boolean;
}

/**
 * A gateway that gives money back. Answers in our words; a refusal is an answer. Throws ConnectorError only when nobody
 * answered, and then money may have moved.
 */
export interface RefundConnector {
  readonly capabilities: RefundCapabilities;
  /** Repeated with the same key, gives the state of that key and moves no money a second time. */
  refund(request: RefundRequest, about: RefundAbout): Promise<RefundResult>;
  /** Asks without changing anything. */
  fetchRefund(about: RefundAbout): Promise<RefundResult>;
  /**
   * In a sandbox, plays a bank that sends a refund back which had succeeded. @returns false when it has not; absent at
   * every other gateway
   */
  simulateReturn?(about: RefundAbout): Promise<boolean>;
}
