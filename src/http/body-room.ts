import type { Response } from 'express';
import { config } from '../../config/index.js';

const MIB = 1024 * 1024;

let free = config.bodyRoom * MIB;

/**
 * Counts what one request holds of the memory that large bodies may fill in this process (BODY_ROOM). They are read
 * before anybody knows whose they are, so without it a stranger with a hundred connections could fill all there is.
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
