import type { Connector } from './connector.js';
import { sandbox } from './sandbox/index.js';

/** Every gateway that Tollgate speaks to. A new one is a folder beside this file and a line here. */
const connectors: Record<string, Connector> = { sandbox };

/** @throws when an account names a connector that does not exist: a fault of configuration */
export function connectorNamed(name: string): Connector {
  const connector = connectors[name];
  if (!connector) throw new Error(`There is no connector "${name}"`);
  return connector;
}
