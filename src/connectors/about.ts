import type { Trace } from '../telemetry/trace.js';

/**
 * What every call to a gateway is about: one attempt of one payment. Connectors keep nothing of it, but for one whose
 * gateway cannot close a payment and knows no key of a refund.
 */
export interface About {
  /** The idempotency key: MongoDB held it before the first call with it. */
  key: string;
  /** Ours: what the gateway's own records show beside the charge or the order. */
  trx: string;
  amount: number; // minor units
  currency: string;
  /** When the key was first used: a gateway may remember keys for so long only. */
  since: Date;
  /** The gateway's own id, as soon as an answer has carried one: some cannot be asked by our key. */
  reference?: string;
  /** What only its gateway can have sent the customer back with, where an answer has said so beforehand. */
  returnSignature?: string;
  /** Whether the customer was sent to a challenge and has brought nothing back from it that the gateway could be told. */
  isUnfinished?: boolean;
  /** Of the request that the payment began with, to be passed on. */
  trace?: Trace;
}
