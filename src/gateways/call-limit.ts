import { config } from '../../config/index.js';
import { GATEWAYS } from '../connectors/index.js';
import { findAccount } from './accounts.js';

/** The seconds after which a call with an account is over, whatever came of it. */
export function callLimit(account: string): number {
  const connector = findAccount(account)?.connector ?? '';
  return GATEWAYS.get(connector)?.timeout ?? config.gatewayTimeout;
}
