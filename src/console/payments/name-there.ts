import { findAccount } from '../../gateways/accounts.js';
import { isOfNewerVersion } from '../../gateways/connectors.js';
import { nameAtGateway } from '../../payments/connector-of.js';

/**
 * How the gateway's own pages name what an account was asked for under a key of ours. Of an account that this process has
 * not heard of, or at a gateway that only a newer version knows, the key.
 */
export function nameThere(id: string, key: string): string {
  const account = findAccount(id);
  return account && !isOfNewerVersion(account) ? nameAtGateway({ account: id }, key) : key;
}
