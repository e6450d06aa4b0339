import { setTimeout as pause } from 'node:timers/promises';

type Waiter<V> = { resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

export interface Batching {
  /**
   * The most round trips at once. With one, a late call waits for two in a row; with more than two, few calls share.
   */
  maxInFlight?: number;
  /** Milliseconds that the first call waits for others to join it. Only for calls that nobody is waiting for. */
  lingerMs?: number;
}

/**
 * Turns many single reads or writes into few round trips: calls that arrive while others are under way go together
 * afterwards. A call that is alone starts at once, unless `lingerMs` says otherwise.
 * @param runAll gives the answers by key, of those keys that have one: an Error fails that key's calls alone. When it
 *   fails, every call of the batch fails
 * @param maxBatch keys in one round trip
 * @returns what makes one call; it gives undefined for a key without an answer
 */
export function batched<K, V>(
  runAll: (keys: K[]) => Promise<Map<K, V | Error>>,
  maxBatch: number,
  { maxInFlight = 2, lingerMs = 0 }: Batching = {},
): (key: K) => Promise<V | undefined> {
  const queue: [K, Waiter<V>][] = [];
  let inFlight = 0;

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
    inFlight++;
    if (lingerMs > 0) await pause(lingerMs);
    while (queue.length > 0) await run(queue.splice(0, maxBatch));
    inFlight--;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push([key, { resolve, reject }]);
      if (inFlight < maxInFlight) void runOn();
    });
}
