import { config } from '../../../config/index.js';
import type { Access } from '../gateway.js';
import type { Mode } from '../../vocabulary.js';

/** Whether calls to a gateway go to a stand-in on this machine, by GATEWAY_URL_<CONNECTOR>. */
export const hasStandIn = (connector: string): boolean => config.gatewayUrls[connector] !== undefined;

/** Whether an account is not used while its gateway has a stand-in: a live key is for the gateway alone. */
export const isKeptBack = (connector: string, mode: Mode): boolean => mode === 'live' && hasStandIn(connector);

/** The origins of the pages to which a gateway sends customers: its own, or those of a stand-in in its place. */
export const pagesAt = (connector: string, apiUrl: string, own: readonly string[]): readonly string[] =>
  hasStandIn(connector) ? [new URL(apiUrl).origin] : own;

/** The setting that names a gateway's stand-in. */
export const standInSetting = (connector: string): string => `GATEWAY_URL_${connector.toUpperCase()}`;

/**
 * Where a gateway's API is: at its own address, unless a developer has put another one in its place.
 * @throws for a live account at a stand-in: its key is for the gateway alone
 */
export function baseUrlOf(connector: string, own: string, { mode, account }: Pick<Access, 'mode' | 'account'>): string {
  if (isKeptBack(connector, mode))
    throw new Error(`The live account "${account}" is not used while GATEWAY_URL_* names a stand-in`);
  return config.gatewayUrls[connector] ?? own;
}
