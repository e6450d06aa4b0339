import Joi from 'joi';
import { SETTINGS } from './settings.js';

const HEAD = `# Every setting. What is commented out shows its default; durations are seconds unless a line says otherwise.
# In development a copy of this file named .env is read; the environment itself comes first. Written by
# \`npm run env-example\` out of config/settings.ts.
`;

const entry = (about: string, line: string): string => `\n# ${about}\n${line}\n`;

/** Not in SETTINGS, since only the payments processes read it (card-private-key.ts). */
const CARD_PRIVATE_KEY = entry(
  'base64 X25519 private key (PKCS#8 DER), the other half, for the payments processes alone; "old,new" while it is changed',
  'CARD_PRIVATE_KEY=',
);

/** Not in SETTINGS, since there is one for each job (concurrency.ts). */
const CONCURRENCY = entry(
  'CONCURRENCY_<JOB>: how many of a job run at once in one process, 1 to 1000; the default is that of src/jobs/catalogue.ts',
  '# CONCURRENCY_CARD_AUTHORIZATION=50',
);

/** Not in SETTINGS, since there is one for each gateway (gateway-urls.ts). */
const GATEWAY_URLS = entry(
  'GATEWAY_URL_<CONNECTOR>: in development, a stand-in on this machine in place of a gateway; refused in production',
  '# GATEWAY_URL_STRIPE=http://127.0.0.1:12111',
);

const isRequired = (schema: Joi.Schema): boolean => Joi.object({ it: schema }).validate({}).error !== undefined;

/** A setting's default in development; empty when it follows another setting. */
function defaultOf(name: string, schema: Joi.Schema): string {
  const environment = Joi.object({ NODE_ENV: Joi.string(), [name]: schema });
  const { [name]: value = '' } = Joi.attempt({ NODE_ENV: 'development' }, environment) as Record<string, unknown>; // what that schema gives
  return String(value);
}

const settingEntry = (name: string, schema: Joi.Schema, about: string): string =>
  entry(about, isRequired(schema) ? `${name}=` : `# ${name}=${defaultOf(name, schema)}`);

/**
 * The text of .env.example: every setting with its explanation and default. A setting without a default is left empty.
 */
export function envExample(): string {
  const entries = Object.entries(SETTINGS).flatMap(([name, { schema, about }]) => [
    settingEntry(name, schema, about),
    ...(name === 'CARD_PUBLIC_KEY' ? [CARD_PRIVATE_KEY] : []),
  ]);
  return [HEAD, ...entries, GATEWAY_URLS, CONCURRENCY].join('');
}
