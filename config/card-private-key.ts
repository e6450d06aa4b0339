import { readEnvironment } from './environment.js';
import { ConfigError } from './index.js';

/**
 * The private half of CARD_PUBLIC_KEY, as base64 PKCS#8 DER. While the pair is being changed there are two such keys.
 * They are read apart from the rest of the configuration, so that only what imports this file (the payments workers)
 * can open cards. The Procfile takes the variable away from web.
 * @throws {ConfigError} when CARD_PRIVATE_KEY is not set
 */
export function readCardPrivateKeys(): string[] {
  const key = readEnvironment(process.env).CARD_PRIVATE_KEY;
  if (!key) throw badPrivateKey('is required by the payments workers');
  return key.split(',').map((each) => each.trim());
}

export const badPrivateKey = (fault: string): ConfigError => new ConfigError(`"CARD_PRIVATE_KEY" ${fault}`);
