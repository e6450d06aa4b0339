/**
 * Opens something with whichever of several keys fits. Only trying tells which one does.
 * @throws the error of the first key when none fits
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
