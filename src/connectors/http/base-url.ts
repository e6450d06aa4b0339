import { config } from '../../../config/index.js';
import type { Access } from '../gateway.js';

/** Whether calls to a gateway go to a stand-in on this machine, by GATEWAY_URL_<CONNECTOR>. */
export const hasStandIn = (connector: string): boolean => config.gatewayUrls[connector] !== undefined;

/**
 * Where a gateway's API is: at its own address, unless a developer has put another one in its place.
 * @throws for a live account at a stand-in: its key is for the gateway alone
 */
export function baseUrlOf(connector: string, own: string, { mode, account }: Pick<Access, 'mode' | 'account'>): string {
  const standIn = config.gatewayUrls[connector];
  if (standIn === undefined) return own;
  if (mode === 'live')
    throw new Error(`The live account "${account}" is not used while GATEWAY_URL_* names a stand-in`);
  return standIn;
}
