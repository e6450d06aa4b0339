import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import { workerRedis } from './client.js';

/** The full name of a channel. It is no key, so in a cluster it belongs to no node. */
export const channelOf = (name: string): string => `${config.queuePrefix}:${name}`;

/**
 * Listens to a channel. A message that is sent while Redis is away is lost, so a message can only be a hint.
 * @param onReady is called whenever the connection is made, the first time and after every outage
 * @returns a function that stops listening
 */
export function listen(name: string, onMessage: (message: string) => void, onReady?: () => void): () => void {
  const subscriber = workerRedis(name);
  subscriber.on('message', (_channel: string, message: string) => onMessage(message));
  if (onReady) subscriber.on('ready', onReady);
  // Waits for Redis as long as needed and subscribes anew after each outage. It fails only when it is ended before
  // that.
  subscriber.subscribe(channelOf(name)).catch((error: unknown) => logger.debug('redis.failed', { error }));
  return () => subscriber.disconnect();
}
