const { MONGODB_URI, REDIS_URL } = process.env;

// The clients of the stores take a second to load: only where there are stores.
const storeHooks = MONGODB_URI && REDIS_URL ? ['test/support/store-hooks.ts'] : [];

module.exports = {
  'node-option': ['import=tsx'],
  extension: ['ts'],
  require: ['test/support/hooks.ts', ...storeHooks],
  timeout: 240_000,
  reporter: 'dot',
  exit: true,
};
