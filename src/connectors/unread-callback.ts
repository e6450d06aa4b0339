import { logger } from '../telemetry/logger.js';
import { ConnectorError } from './connector.js';

/**
 * What is read in a genuine callback. Where that is not of its form, its gateway hears yes all the same, since it would
 * send it again and again; a line in the log names the field, never its value.
 * @param otherwise what is taken in its place
 */
export function orUnread<T>(account: string, otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    logger.warn('callback.unread', { account, why: error.message });
    return otherwise;
  }
}
