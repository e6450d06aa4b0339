import type { Response } from 'express';
import { getHeapStatistics } from 'node:v8';
import { config } from '../../config/index.js';

const MIB = 1024 * 1024;

/**
 * Of the heap, which each body fills as text and as values while it is parsed, beside all else that a process needs.
 * Where Node.js makes a small heap, as it does for 512 MB of memory, BODY_ROOM's default would be all of it. The limit
 * counts young objects too, which take 192 MB of Node.js 24's however small the rest is: a quarter ended such a process.
 */
const MOST_OF_HEAP = getHeapStatistics().heap_size_limit / 6;
/** Room for one body, however small the heap. */
const LEAST = 14 * MIB;

let free = Math.max(LEAST, Math.min(config.bodyRoom * MIB, MOST_OF_HEAP));

/**
 * Counts what one request holds of the memory that large bodies may fill in this process: BODY_ROOM, or a sixth of a
 * small heap. They are read before anybody knows whose they are, so without it a stranger with a hundred connections could
 * fill all there is.
 * @returns takes so many bytes until the answer is over; false when there is no such room, and then takes nothing
 */
export function bodyRoom(res: Response): (bytes: number) => boolean {
  let taken = 0;
  res.once('close', () => (free += taken));
  return (bytes) => {
    if (bytes > free) return false;
    free -= bytes;
    taken += bytes;
    return true;
  };
}
