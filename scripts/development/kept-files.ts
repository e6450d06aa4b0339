import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../../config/index.js';

export const inLocalDir = (name: string): string => join(config.localDir, name);

/**
 * Keys and passwords are in these files: nobody else on the machine reads them, whoever made the file that was there. Who
 * waits for one finds it whole.
 */
export function writePrivately(name: string, text: string): void {
  const unfinished = inLocalDir(`${name}.unfinished`);
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, inLocalDir(name));
}

/** For the shells beside us: `npm run merchant` and the like find the same stores and keys. */
export function keepEnvironment(sandboxApiPort: number): void {
  const environment = {
    MONGODB_URI: config.mongodbUri,
    REDIS_URL: config.redis.url,
    MASTER_KEY: config.masterKeys.join(','),
    CARD_PUBLIC_KEY: config.card.publicKey,
    SANDBOX_API_KEY: config.sandbox.apiKey,
    PORT: config.ports.web,
    CONSOLE_PORT: config.ports.console,
    SANDBOX_PORT: config.ports.sandbox,
    SANDBOX_API_PORT: sandboxApiPort,
    PUBLIC_URL: config.publicUrl,
    ...Object.fromEntries(
      Object.entries(config.gatewayUrls).map(([name, url]) => [`GATEWAY_URL_${name.toUpperCase()}`, url]),
    ),
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writePrivately('env', lines.join(''));
}
