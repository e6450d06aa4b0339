import { until } from '../../scripts/until.js';
import { hearEndings } from '../../src/payments/endings.js';
import { channelOf } from '../../src/redis/pubsub.js';
import { redis } from '../../src/redis/client.js';

/** Listens for jobs that end, as web does, and waits until Redis knows of it. @returns a function that stops listening */
export async function hearEndingsFromNow(): Promise<() => void> {
  const stop = hearEndings();
  await until('the process listens', async () => {
    const [, listeners] = await redis.pubsub('NUMSUB', channelOf('endings'));
    return Number(listeners) > 0;
  });
  return stop;
}
