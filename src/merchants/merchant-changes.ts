import { once } from 'node:events';
import { logger } from '../telemetry/logger.js';
import { channelOf, listen } from '../redis/pubsub.js';
import { redis } from '../redis/client.js';

const CHANNEL = 'merchant-changes';
/** How long a change waits for Redis. Without the news, other processes learn of it when their caches expire. */
const PATIENCE_MS = 1000;

/**
 * Tells every process that caches merchants, their secrets or their endpoints that one of them has changed. Best
 * effort: their caches expire after some seconds.
 */
export async function announceMerchantChange(id: string): Promise<void> {
  try {
    // A command line has only just begun to connect.
    if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(PATIENCE_MS) });
    await redis.publish(channelOf(CHANNEL), id);
  } catch (error) {
    logger.warn('merchant.change_unheard', { merchant: id, error });
  }
}

/**
 * Calls back when a merchant has changed, and whenever Redis comes back, since a change may have gone unheard
 * meanwhile.
 * @returns what ends it
 */
export const onMerchantChange = (hear: () => void): (() => void) => listen(CHANNEL, hear, hear);
