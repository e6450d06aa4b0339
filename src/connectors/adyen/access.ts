import { config } from '../../../config/index.js';
import type { Mode } from '../../vocabulary.js';
import type { Access } from '../gateway.js';
import { baseUrlOf } from '../http/base-url.js';

/** The version of Adyen's Checkout API that all this is written for. */
const VERSION = 'v72';

/** What the calls of one account at Adyen need. */
export interface AdyenAccess {
  /** With the version, and without a slash at its end. */
  apiUrl: string;
  account: string;
  mode: Mode;
  apiKey: string;
  merchantAccount: string;
  /** In hex: two while one is exchanged. */
  hmacKeys: readonly string[];
  /** Hours from an authorization to its capture, which nobody has to ask for. */
  captureDelay: number;
  /** Seconds that one call may take in all. */
  timeout: number;
}

/** Each company has a host of its own in live mode: its prefix stands in the Customer Area. */
const hostOf = (mode: Mode, prefix: string): string =>
  mode === 'live' ? `https://${prefix}-checkout-live.adyenpayments.com/checkout` : 'https://checkout-test.adyen.com';

/** @throws for a live account while a stand-in takes Adyen's place */
export function accessOf({ account, mode, credentials }: Access): AdyenAccess {
  const { api_key = '', merchant_account = '', hmac_key = '', live_prefix = '', capture_delay = '0' } = credentials;
  return {
    apiUrl: `${baseUrlOf('adyen', hostOf(mode, live_prefix), { mode, account })}/${VERSION}`,
    account,
    mode,
    apiKey: api_key,
    merchantAccount: merchant_account,
    hmacKeys: hmac_key.split(',').map((key) => key.trim()),
    captureDelay: Number(capture_delay),
    timeout: config.gatewayCallTimeout,
  };
}
