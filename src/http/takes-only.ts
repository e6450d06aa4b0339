import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../errors.js';

/** What answers every other method of a path: mounted after those that it takes. */
export const takesOnly =
  (allow: string): RequestHandler =>
  () => {
    throw methodNotAllowed(allow);
  };
