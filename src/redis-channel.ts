import { config } from '../config/index.js';
import { logger } from './logger.js';
import { workerRedis } from './redis.js';

/** The name of what is told to every process that listens: no key, and of no node of a cluster. */
export const channelOf = (name: string): string => `${config.queuePrefix}:${name}`;

/**
 * Listens to a channel. What is told while Redis is away goes unheard, so whatever comes this way can only be a hint.
 * @param onReady is called whenever the connection has come about
 * @returns what ends it
 */
export function listen(name: string, onMessage: (message: string) => void, onReady?: () => void): () => void {
  const subscriber = workerRedis(name);
  subscriber.on('message', (_channel: string, message: string) => onMessage(message));
  if (onReady) subscriber.on('ready', onReady);
  // Waits for Redis as long as it takes, and subscribes anew after each outage; fails only when it is ended before.
  subscriber.subscribe(channelOf(name)).catch((error: unknown) => logger.debug('redis.failed', { error }));
  return () => subscriber.disconnect();
}
