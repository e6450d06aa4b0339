import { mock } from 'node:test';
import type { Collection, Document } from 'mongodb';

/**
 * Has something happen between what our code has read and the write that follows from it, as another process might do
 * it: just before the next call of a method, once.
 */
export function justBefore<T extends Document>(
  collection: Collection<T>,
  method: 'updateOne' | 'replaceOne' | 'updateMany' | 'bulkWrite' | 'deleteMany',
  happen: () => Promise<unknown>,
): void {
  const write = collection[method].bind(collection) as (...given: unknown[]) => Promise<unknown>; // handed on as given
  const { mock: written } = mock.method(collection, method, async (...given: unknown[]): Promise<unknown> => {
    written.restore();
    await happen();
    return write(...given);
  });
}
