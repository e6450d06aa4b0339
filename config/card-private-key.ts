import { ConfigError } from './index.js';

/**
 * The private half of CARD_PUBLIC_KEY, as base64 PKCS#8 DER. Apart from the rest of the configuration, so that only
 * who imports this file (the payments workers) can open cards; the Procfile takes the variable away from web.
 * @throws {ConfigError} when CARD_PRIVATE_KEY is not set
 */
export function readCardPrivateKey(): string {
  const key = process.env.CARD_PRIVATE_KEY;
  if (!key) throw new ConfigError('Bad configuration:\n  - "CARD_PRIVATE_KEY" is required by the payments workers');
  return key;
}
