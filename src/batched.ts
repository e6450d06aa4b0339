type Waiter<V> = { resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

/**
 * Turns many single reads into few: what is asked for while one read is under way is read together afterwards. Alone, a
 * read waits for nothing.
 * @param readAll gives what it finds of the keys; when it fails, so does everybody who waits for it
 */
export function batched<K, V>(
  readAll: (keys: K[]) => Promise<Map<K, V>>,
  most: number,
): (key: K) => Promise<V | undefined> {
  const queue: [K, Waiter<V>][] = [];
  let reading = false;

  async function read(batch: [K, Waiter<V>][]): Promise<void> {
    try {
      const found = await readAll([...new Set(batch.map(([key]) => key))]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  async function readOn(): Promise<void> {
    reading = true;
    while (queue.length > 0) await read(queue.splice(0, most));
    reading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push([key, { resolve, reject }]);
      if (!reading) void readOn();
    });
}
