/**
 * Begins with all items at once, so many at a time, so that specs that only look can wait beside each other.
 * @returns what came of an item: a run that failed fails whoever asks for it
 */
export function inParallel<I, T>(items: readonly I[], run: (item: I) => Promise<T>, atATime = 4) {
  const lanes: Promise<unknown>[] = Array.from({ length: atATime }, () => Promise.resolve());
  const results = new Map<I, Promise<T>>();
  for (const [index, item] of items.entries()) {
    const result = Promise.resolve(lanes[index % atATime]).then(() => run(item));
    lanes[index % atATime] = result.catch(() => undefined);
    results.set(item, result);
  }
  return (item: I): Promise<T> => results.get(item) ?? Promise.reject(new Error('Nobody has begun with that'));
}
