import { until } from '../../scripts/until.js';
import { subscribeCompletions } from '../../src/payments/completions.js';
import { channelOf } from '../../src/redis/pubsub.js';
import { redis } from '../../src/redis/client.js';

/**
 * Listens for jobs that end, as web does, and waits until Redis knows of it. @returns a function that stops listening
 */
export async function hearEndingsFromNow(): Promise<() => void> {
  const stop = subscribeCompletions();
  await until('the process listens', async () => {
    const [, listeners] = await redis.pubsub('NUMSUB', channelOf('completions'));
    return Number(listeners) > 0;
  });
  return stop;
}
