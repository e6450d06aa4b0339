import type { Connector } from './connector.js';
import type { GatewayLedger } from './ledger.js';
import { sandbox } from './sandbox/index.js';
import { timedCalls } from './timed.js';

/** Every gateway that Tollgate speaks to. A new one is a folder beside this file and a line here. */
const connectors: Record<string, Connector> = {
  sandbox: timedCalls('sandbox', sandbox),
};

/** Where a gateway sends customers: the origins of its pages. */
export const pagesOf = (name: string): readonly string[] => connectors[name]?.pages ?? [];

type Part = Exclude<keyof Connector, 'pages'>;

/** What a gateway can do. @throws when an account names one that cannot: a fault of configuration */
export function connectorAt<P extends Part>(gateway: string, part: P): NonNullable<Connector[P]> {
  const connector = connectors[gateway]?.[part];
  if (!connector) throw new Error(`There is no connector "${gateway}" for "${part}"`);
  return connector;
}

/** The gateways by name, as accounts and metrics have them. */
export const GATEWAYS: readonly string[] = Object.keys(connectors);

/** The books of a gateway; undefined when it shows none. */
export const ledgerOf = (name: string): GatewayLedger | undefined => connectors[name]?.ledger;
