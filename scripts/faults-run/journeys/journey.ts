import type { SecretCard } from '../../../test/faults/card-traces.js';
import { CARDS } from '../../../test/faults/mixed-run.js';
import { ask } from '../../../test/support/ask.js';
import type { Tollgate } from '../../../test/support/tollgate.js';
import type { Afterwards } from '../afterwards.js';
import type { Customer } from '../gateways/customer.js';
import type { Addresses } from '../gateways/gateway.js';

/** One way to pay: what the merchant sends, what the customer does, and which ends are right whatever fails meanwhile. */
export interface Journey {
  path: '/h2h/initiate' | '/payment/initiate';
  body: (tollgate: Tollgate) => Record<string, unknown> & { identifier: string };
  /** What the customer does at what the answer leads to: an address, or a link of UPI. */
  customer?: (what: string, addresses: Addresses) => Promise<unknown>;
  /** Whether the sandbox's customer pays after the close, even an order that nobody was shown. */
  paysUnseen?: true;
  /** What happens once it has succeeded. */
  afterwards?: Afterwards;
  /** Public status and reason, or `under review`. */
  ends: string[];
}

/** What an order of a local method comes to when its customer's doing was not heard of in time. */
export const EXPIRED = 'cancelled expired';
/** What becomes of an order whose opening nobody saw the end of. */
export const NOT_OPENED = 'abandoned';
export const LATE = 'success late_confirmation';
export const NOT_AUTHENTICATED = 'failed authentication_timeout';
/** What a customer who cancels comes to at a page that has no button for it. */
export const NOT_PASSED = 'failed authentication_failed';
export const AUTHENTICATED = ['success', NOT_AUTHENTICATED];
export const CANCELLED = ['failed authentication_cancelled', NOT_PASSED, NOT_AUTHENTICATED];

export const cardEnding = (last4: string): SecretCard => {
  const card = CARDS.find(({ number }) => number.endsWith(last4));
  if (!card) throw new Error(`A mixed run has no card …${last4}`);
  return card;
};

/** A customer who is led back to us, and comes. */
export const andComesBack =
  (customer: Customer): Customer =>
  async (what, addresses) => {
    const url = await customer(what, addresses);
    if (url !== null) await ask(url, { method: 'GET' });
    return url;
  };
