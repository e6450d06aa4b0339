import { config } from '../config/index.js';
import { askAgainWhereDue } from '../src/obligations/ask-again.js';
import { logger } from '../src/telemetry/logger.js';
import { repeat } from './repeat.js';

/** Has gateways asked anew where an account has other credentials: looks every SWEEP_INTERVAL seconds until stopped. */
export const startAskingAgain = (): (() => Promise<void>) =>
  repeat(askAgainWhereDue, config.sweepInterval, (error) => void logger.warn('account.not_asked_again', { error }));
