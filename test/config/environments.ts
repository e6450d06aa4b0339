import { ConfigError, loadConfig } from '../../config/index.js';

/** What every process needs beside its defaults. */
export const REQUIRED = {
  MONGODB_URI: 'mongodb://db.example/tollgate',
  REDIS_URL: 'redis://queue.example',
  MASTER_KEY: Buffer.alloc(32, 'm').toString('base64'),
  CARD_PUBLIC_KEY: 'MCowBQYDK2VuAyEAxvdJu0fpDgm2ukB1eko69kFzkl+hyAraIgBDKVP353U=',
  SANDBOX_API_KEY: 'the-key-of-the-sandbox',
};

/** The least that production starts with. */
export const PRODUCTION = { ...REQUIRED, NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example' };

/** The names that the refusal of an environment speaks of; none when it is accepted. */
export function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => /^ {2}- "([A-Z_]+)" \w/.exec(line)?.[1] ?? line);
  }
}
