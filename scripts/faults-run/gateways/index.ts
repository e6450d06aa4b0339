import { adyen } from './adyen.js';
import { bkash } from './bkash.js';
import { cashfree } from './cashfree.js';
import type { RunGateway } from './gateway.js';
import { nagad } from './nagad.js';
import { stripe } from './stripe.js';

/**
 * Every gateway that can take part in a fault run, by its connector's name. Their accounts are asked in this order: who
 * takes cards in every currency comes last.
 */
export const GATEWAYS: Record<string, RunGateway> = { adyen, cashfree, bkash, nagad, stripe };

/** @throws when nobody plays it */
export function gatewayNamed(name: string): RunGateway {
  const gateway = GATEWAYS[name];
  if (!gateway) throw new Error(`There is no gateway "${name}": ${Object.keys(GATEWAYS).join(', ')}`);
  return gateway;
}
