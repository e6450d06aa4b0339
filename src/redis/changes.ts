import { once } from 'node:events';
import { logger } from '../telemetry/logger.js';
import { redis } from './client.js';
import { channelOf, listen } from './pubsub.js';

/** How long a change waits for Redis. Without the news, other processes learn of it some seconds later by themselves. */
const PATIENCE_MS = 1000;

export interface ChangeNews {
  /** Tells every process that keeps one of these in memory that it has changed. Best effort. */
  announce: (id: string) => Promise<void>;
  /**
   * Calls back when one has changed, and whenever Redis comes back, since a change may have gone unheard meanwhile.
   * @returns what ends it
   */
  on: (hear: () => void) => () => void;
}

/** News of changes to one kind of thing, a `merchant` or an `account`. */
export const changesOf = (kind: string): ChangeNews => ({
  async announce(id) {
    try {
      // A command line has only just begun to connect.
      if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(PATIENCE_MS) });
      await redis.publish(channelOf(`${kind}-changes`), id);
    } catch (error) {
      logger.warn(`${kind}.change_unheard`, { [kind]: id, error });
    }
  },
  on: (hear) => listen(`${kind}-changes`, hear, hear),
});
