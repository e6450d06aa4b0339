import { config } from '../../../config/index.js';
import type { Mode } from '../../vocabulary.js';
import type { Access } from '../gateway.js';
import { baseUrlOf } from '../http/base-url.js';

/** What the calls of one account at Stripe need. */
export interface StripeAccess {
  apiUrl: string;
  account: string;
  mode: Mode;
  secretKey: string;
  webhookSecret: string;
  /** Whether test card numbers go to Stripe as the tokens of the same cards: no approval of raw card data is needed then. */
  testTokens: boolean;
  /** Seconds that one call may take in all. */
  timeout: number;
}

/** @throws for a live account while a stand-in takes Stripe's place */
export function accessOf({ account, mode, credentials }: Access): StripeAccess {
  const { secret_key = '', webhook_secret = '', test_cards } = credentials;
  return {
    apiUrl: baseUrlOf('stripe', 'https://api.stripe.com', { mode, account }),
    account,
    mode,
    secretKey: secret_key,
    webhookSecret: webhook_secret,
    testTokens: mode === 'test' && test_cards === 'tokens',
    timeout: config.gatewayCallTimeout,
  };
}
