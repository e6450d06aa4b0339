const { MONGODB_URI, REDIS_URL } = process.env;

/** By scripts/test, to specs that need them. */
export const STORES_ARE_GIVEN = Boolean(MONGODB_URI && REDIS_URL);

// The settings that every test needs. Nothing here is a secret of anybody's.
const defaults: Record<string, string> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  MASTER_KEY: Buffer.alloc(32, 'test').toString('base64'),
  CARD_PUBLIC_KEY: 'MCowBQYDK2VuAyEAxvdJu0fpDgm2ukB1eko69kFzkl+hyAraIgBDKVP353U=',
  CARD_PRIVATE_KEY: 'MC4CAQAwBQYDK2VuBCIEIDik9k9E7inNhoUuKg4i4WT3DoS70K++qBCad/DB6mB2',
  SANDBOX_API_KEY: 'sandbox-key-of-the-tests',
  // So that a busy machine is not taken for a store that is away.
  MONGODB_TIMEOUT: '30',
  REDIS_TIMEOUT: '30',
  // Nowhere, rather than the stores of somebody's ./scripts/up.
  MONGODB_URI: 'mongodb://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
};
for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
