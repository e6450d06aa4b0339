import { setTimeout as pause } from 'node:timers/promises';

type Waiter<V> = { resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

export interface Sharing {
  /**
   * The most round trips at once. With one, a late call waits for two in a row; with more than two, few calls share.
   */
  atOnce?: number;
  /** Milliseconds that the first call waits for others to join it. Only for calls that nobody is waiting for. */
  gatherMs?: number;
}

/**
 * Turns many single reads or writes into few round trips: calls that arrive while others are under way go together
 * afterwards. A call that is alone starts at once, unless `gatherMs` says otherwise.
 * @param runAll gives the answers by key, of those keys that have one: an Error fails that key's calls alone. When it fails,
 *   every call of the batch fails
 * @param most keys in one round trip
 * @returns what makes one call; it gives undefined for a key without an answer
 */
export function batched<K, V>(
  runAll: (keys: K[]) => Promise<Map<K, V | Error>>,
  most: number,
  { atOnce = 2, gatherMs = 0 }: Sharing = {},
): (key: K) => Promise<V | undefined> {
  const queue: [K, Waiter<V>][] = [];
  let underWay = 0;

  async function run(batch: [K, Waiter<V>][]): Promise<void> {
    try {
      const answers = await runAll([...new Set(batch.map(([key]) => key))]);
      for (const [key, { resolve, reject }] of batch) {
        const answer = answers.get(key);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  async function runOn(): Promise<void> {
    underWay++;
    if (gatherMs > 0) await pause(gatherMs);
    while (queue.length > 0) await run(queue.splice(0, most));
    underWay--;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push([key, { resolve, reject }]);
      if (underWay < atOnce) void runOn();
    });
}
