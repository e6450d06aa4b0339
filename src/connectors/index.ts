import type { CardConnector, Connector, GatewayLedger, AsyncPaymentConnector } from './connector.js';
import { sandbox } from './sandbox/index.js';
import { timedCalls } from './timed.js';

/** Every gateway that Tollgate speaks to. A new one is a folder beside this file and a line here. */
const connectors: Record<string, Connector> = {
  sandbox: timedCalls('sandbox', sandbox),
};

/** Where a gateway sends customers: the origins of its pages. */
export const pagesOf = (name: string): readonly string[] => connectors[name]?.pages ?? [];

/** @throws when an account names a connector that takes no cards: a fault of configuration */
export function cardConnector(name: string): CardConnector {
  const connector = connectors[name]?.card;
  if (!connector) throw new Error(`There is no connector "${name}" for cards`);
  return connector;
}

/** @throws when an account names a connector that takes no local payments: a fault of configuration */
export function asyncConnector(name: string): AsyncPaymentConnector {
  const connector = connectors[name]?.local;
  if (!connector) throw new Error(`There is no connector "${name}" for local payments`);
  return connector;
}

/** The gateways by name, as accounts and metrics have them. */
export const GATEWAYS: readonly string[] = Object.keys(connectors);

/** The books of a gateway; undefined when it shows none. */
export const ledgerOf = (name: string): GatewayLedger | undefined => connectors[name]?.ledger;
