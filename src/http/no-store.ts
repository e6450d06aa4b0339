import type { RequestHandler } from 'express';

/** No cache keeps an answer, a browser's among them. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
