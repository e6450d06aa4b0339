import { ConfigError, readEnvironment } from './index.js';

/**
 * The private half of CARD_PUBLIC_KEY, as base64 PKCS#8 DER, and while the pair is changed that of another one. Apart
 * from the rest of the configuration, so that only who imports this file (the payments workers) can open cards; the
 * Procfile takes the variable away from web.
 * @throws {ConfigError} when CARD_PRIVATE_KEY is not set
 */
export function readCardPrivateKeys(): string[] {
  const key = readEnvironment(process.env).CARD_PRIVATE_KEY;
  if (!key) throw badPrivateKey('is required by the payments workers');
  return key.split(',').map((each) => each.trim());
}

/** What is wrong with CARD_PRIVATE_KEY, as every other fault of the configuration is told. */
export const badPrivateKey = (fault: string): ConfigError =>
  new ConfigError(`Bad configuration:\n  - "CARD_PRIVATE_KEY" ${fault}`);
