import { config } from '../../../config/index.js';
import type { Access } from '../gateway.js';
import { baseUrlOf, hasStandIn } from '../http/base-url.js';
import { privateKeyOf, publicKeyOf } from './keys.js';
import { SANDBOX, type Where } from './pages.js';
import type { Keys } from './sealed.js';

const BASES = {
  test: `http://${SANDBOX}:10080/remote-payment-gateway-1.0/api/dfs`,
  live: 'https://api.mynagad.com/api/dfs',
} as const;

/** What the calls of one account at Nagad need. */
export interface NagadAccess extends Where {
  /** Of all paths. */
  apiUrl: string;
  account: string;
  merchantId: string;
  accountNumber: string;
  keys: Keys;
  /** Seconds that one call may take in all. */
  timeout: number;
}

/** Reads keys when they are first used. @throws {KeyFault} then, for keys that nobody has checked */
function keysOf(ours: string, nagads: string): () => Keys {
  let keys: Keys | undefined;
  return () => (keys ??= { ours: privateKeyOf(ours), nagads: publicKeyOf(nagads) });
}

/** @throws for a live account while a stand-in takes Nagad's place */
export function accessOf({ account, mode, credentials }: Access): NagadAccess {
  const { merchant_id = '', account_number = '', private_key = '', nagad_public_key = '' } = credentials;
  const keys = keysOf(private_key, nagad_public_key);
  const apiUrl = baseUrlOf('nagad', BASES[mode], { mode, account });
  return {
    apiUrl,
    mode,
    ...(hasStandIn('nagad') && { standIn: apiUrl }),
    account,
    merchantId: merchant_id,
    accountNumber: account_number,
    get keys() {
      return keys();
    },
    timeout: config.gatewayCallTimeout,
  };
}
