import type { Account } from '../../../src/gateways/account.model.js';
import { learnAccounts } from '../../../src/gateways/accounts.js';
import { sealCredentials } from '../../../src/gateways/credentials.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';

/** An account at Adyen that this process alone knows of, and that takes no payment by itself. @returns its id */
export function knownAdyenAccount(): string {
  const id = 'adyen-of-specs';
  const at = new Date();
  const credentials = { api_key: ADYEN_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY };
  const account: Account = {
    _id: id,
    connector: 'adyen',
    mode: 'test',
    methods: [],
    threeDs: true,
    credentials: sealCredentials(id, credentials),
    priority: 100,
    onRequest: true,
    status: 'active',
    version: 1,
    createdAt: at,
    changedAt: at,
  };
  learnAccounts([account]);
  return id;
}
