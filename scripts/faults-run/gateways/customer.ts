import type { Addresses, Doing } from './gateway.js';
import { GATEWAYS } from './index.js';

/** What a customer does with what an order led to. @returns where they are led then, if anywhere */
export type Customer = (what: string, addresses: Addresses) => Promise<string | null>;

/**
 * A customer of whichever gateway has taken the order.
 * @param atSandbox what they do when it was none of those that are played
 */
export const customerWho =
  (does: Doing, atSandbox: (what: string) => Promise<string | null>): Customer =>
  (what, addresses) => {
    const [name = '', gateway] = Object.entries(GATEWAYS).find(([, { shows }]) => shows(what)) ?? [];
    return gateway ? gateway.customer(does, what, addresses[name] ?? '') : atSandbox(what);
  };
