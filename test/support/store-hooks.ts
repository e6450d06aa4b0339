import './environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { disconnectDatabase, mongoClient } from '../../src/database/client.js';
import { redis } from '../../src/redis/client.js';
import { closeAll } from './clean-up.js';
import { checkLeftBehind } from './left-behind.js';

// Static imports on purpose: import() would load second copies beside those that the tests use, and close nothing.
export const mochaHooks = {
  async afterAll() {
    try {
      await closeAll();
      await checkLeftBehind(mongoClient.db());
    } finally {
      await disconnectDatabase();
      redis.disconnect();
    }
  },
};
