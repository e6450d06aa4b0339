/**
 * What opens with one of several keys, of which nothing but trying says which one.
 * @throws what the first key said, when none fits
 */
export function withAny<Key, T>(keys: readonly Key[], open: (key: Key) => T): T {
  let first: unknown;
  for (const [index, key] of keys.entries())
    try {
      return open(key);
    } catch (error) {
      if (index === 0) first = error;
    }
  throw first;
}
