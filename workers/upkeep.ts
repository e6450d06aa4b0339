import { config } from '../config/index.js';
import { keepUp } from '../src/ipn/upkeep.js';
import { logger } from '../src/logger.js';
import { repeat } from './repeat.js';

/**
 * Looks after notifications every IPN_UPKEEP_INTERVAL seconds until stopped. Every worker process does, so that
 * operators are alerted when the one that delivers is down.
 */
export const startUpkeep = (): (() => Promise<void>) =>
  repeat(keepUp, config.ipn.upkeepInterval, (error) => void logger.warn('upkeep.failed', { error }));
