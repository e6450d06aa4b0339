import { setTimeout as pause } from 'node:timers/promises';

type Waiter<V> = { resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

export interface Sharing {
  /** Round trips under way at most. With one, whoever comes meanwhile waits for two in a row; with more than two, few share. */
  atOnce?: number;
  /** Milliseconds that the first one waits for others, where nobody is kept waiting by it. */
  gatherMs?: number;
}

/**
 * Turns many single reads or writes into few round trips: what comes while some are under way goes together afterwards.
 * Alone, a call waits for nothing, unless it is told to.
 * @param runAll gives each key's answer, if it has one; when it fails, so does everybody who waits for it
 */
export function batched<K, V>(
  runAll: (keys: K[]) => Promise<Map<K, V>>,
  most: number,
  { atOnce = 2, gatherMs = 0 }: Sharing = {},
): (key: K) => Promise<V | undefined> {
  const queue: [K, Waiter<V>][] = [];
  let underWay = 0;

  async function run(batch: [K, Waiter<V>][]): Promise<void> {
    try {
      const answers = await runAll([...new Set(batch.map(([key]) => key))]);
      for (const [key, { resolve }] of batch) resolve(answers.get(key));
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
