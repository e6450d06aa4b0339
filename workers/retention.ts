import { config } from '../config/index.js';
import { releaseLeftHeld } from '../src/ipn/endpoints.js';
import { applyRetention } from '../src/ipn/retention.js';
import { logger } from '../src/telemetry/logger.js';
import { repeat } from './repeat.js';

async function passOverNotifications(): Promise<void> {
  await releaseLeftHeld();
  await applyRetention();
}

/**
 * Passes over notifications (alerts, retention) every IPN_RETENTION_INTERVAL seconds until stopped. Every worker
 * process does, so that operators are alerted when the one that delivers is down.
 */
export const startRetention = (): (() => Promise<void>) =>
  repeat(
    passOverNotifications,
    config.ipn.retentionInterval,
    (error) => void logger.warn('retention.failed', { error }),
  );
