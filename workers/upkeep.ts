import { config } from '../config/index.js';
import { releaseLeftHeld } from '../src/ipn/endpoints.js';
import { keepUp } from '../src/ipn/upkeep.js';
import { logger } from '../src/telemetry/logger.js';
import { repeat } from './repeat.js';

async function lookAfterNotifications(): Promise<void> {
  await releaseLeftHeld();
  await keepUp();
}

/**
 * Looks after notifications every IPN_UPKEEP_INTERVAL seconds until stopped. Every worker process does, so that
 * operators are alerted when the one that delivers is down.
 */
export const startUpkeep = (): (() => Promise<void>) =>
  repeat(lookAfterNotifications, config.ipn.upkeepInterval, (error) => void logger.warn('upkeep.failed', { error }));
