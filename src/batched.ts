import { setTimeout as pause } from 'node:timers/promises';

type Waiter<V> = { resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

export interface Sharing {
  /** Reads under way at any moment. With one, who comes up while it is written to the disk waits for two; more share too little. */
  atOnce?: number;
  /** Milliseconds that the first one waits for others, where nobody is kept waiting by it. */
  gatherMs?: number;
}

/**
 * Turns many single reads into few: what is asked for while reads are under way is read together afterwards. Alone, a
 * read waits for nothing, unless it is told to.
 * @param readAll gives what it finds of the keys; when it fails, so does everybody who waits for it
 */
export function batched<K, V>(
  readAll: (keys: K[]) => Promise<Map<K, V>>,
  most: number,
  { atOnce = 2, gatherMs = 0 }: Sharing = {},
): (key: K) => Promise<V | undefined> {
  const queue: [K, Waiter<V>][] = [];
  let reading = 0;

  async function read(batch: [K, Waiter<V>][]): Promise<void> {
    try {
      const found = await readAll([...new Set(batch.map(([key]) => key))]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  async function readOn(): Promise<void> {
    reading++;
    if (gatherMs > 0) await pause(gatherMs);
    while (queue.length > 0) await read(queue.splice(0, most));
    reading--;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push([key, { resolve, reject }]);
      if (reading < atOnce) void readOn();
    });
}
